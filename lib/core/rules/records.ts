/** Tells whether a value is an object with fields: no list, and not `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the fields of a stored value; anything that has none is an empty record. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

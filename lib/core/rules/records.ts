/** Tells whether a value is an object with fields: no list, and not `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the fields of a stored value; anything that has none is an empty record. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Tells whether two values say the same: the database keeps the keys of an object in an order of its own. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))

  return `{${entries.map(([key, below]) => `${JSON.stringify(key)}:${canonical(below)}`).join()}}`
}

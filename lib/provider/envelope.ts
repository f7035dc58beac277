/** An answer's outer fields. `code` is `null` when it is missing or no number; `data` is untouched. */
export type Envelope = { code: number | null; message: string | null; data: unknown }

/** Returns the outer fields of an answer, `null` when it is no JSON object. Spec: "Response envelope". */
export function readEnvelope(json: unknown): Envelope | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const { code, message, data } = json as Record<string, unknown>

  return { code: toCode(code), message: typeof message === 'string' ? message : null, data }
}

/** Returns a result code as a number. Text counts when it is a whole number; empty text, `null` and `false` are not 0. */
export function toCode(code: unknown): number | null {
  if (typeof code === 'number') return Number.isSafeInteger(code) ? code + 0 : null
  if (typeof code !== 'string' || !/^\s*-?\d{1,9}\s*$/.test(code)) return null

  // Adding zero turns -0, which `-0` in a text gives, into 0.
  return Number(code) + 0
}

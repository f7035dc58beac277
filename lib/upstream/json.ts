// The third argument is in every supported runtime, but not yet in the compiler's library.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
type Parse = (text: string, reviver: Reviver) => unknown

const parse = JSON.parse as Parse

/**
 * Returns the value of a JSON text in which every number that is not a safe integer stays as it was written.
 *
 * `21.90` becomes the text `21.90`, so no price is ever a binary fraction. Throws an error without any part of the text.
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text, keepSource)
  } catch {
    // The engine's message quotes the text, which may hold activation codes.
    throw new Error('The body is not JSON.')
  }
}

function keepSource(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value

  return source ?? String(value)
}

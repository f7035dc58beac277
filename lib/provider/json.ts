// The third argument is in every supported runtime, but not yet in the compiler's library.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
type Parse = (text: string, reviver: Reviver) => unknown

const source: unique symbol = Symbol('source')

/**
 * A number that is no safe integer, as it was written. It is neither a number nor a text on purpose: a field that must
 * be a text, such as an order number, does not take it for one.
 */
type ExactNumber = { readonly [source]: string }

const WHOLE = /^-?\d+(?:\.0+)?$/

const parse = JSON.parse as Parse

/**
 * Returns the value of a JSON text in which every number that is not a safe integer keeps the way it was written.
 *
 * `sourceOf` gives that text: no price is ever a binary fraction. Throws an error without any part of the text.
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text, keepSource)
  } catch {
    // The engine's message quotes the text, which may hold activation codes.
    throw new Error('The body is not JSON.')
  }
}

/** Returns how a number was written that is no safe integer; `null` for every other value. */
export function sourceOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null && source in value ? (value as ExactNumber)[source] : null
}

function keepSource(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value
  // A fraction too small for a binary number vanishes in `value`, so the text decides what a whole number is.
  const isWhole = Number.isSafeInteger(value) && WHOLE.test(context.source)

  return isWhole ? value : ({ [source]: context.source } satisfies ExactNumber)
}

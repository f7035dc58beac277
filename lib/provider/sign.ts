import { createHash } from 'node:crypto'

/** The two signature forms that the provider accepts; the second is not in the spec (setting RESELLER_API_SIGN_FORM). */
export type SignForm = 'plain' | 'encoded-upper'

/** Request parameters before signing. Empty, `null` and absent ones are neither signed nor sent. */
export type SignParams = Readonly<Record<string, string | number | null | undefined>>

/**
 * Returns the parameters that are sent, as text, in the order of signing.
 *
 * What is signed is what is sent: broken surrogate pairs, which no encoder can carry, are replaced here for both.
 */
export function presentParams(params: SignParams): [name: string, value: string][] {
  return Object.entries(params)
    .map(([name, value]): [string, string] => [name, value == null ? '' : String(value).toWellFormed()])
    .filter(([name, value]) => value !== '' && name !== 'sign')
    .sort(byPair)
}

/**
 * Returns the signature of a request.
 *
 * `plain` is the spec's: sorted `key=value` texts and the secret, MD5 over UTF-8, lower-case hex. `encoded-upper`
 * percent-encodes that text, secret included, and answers in capitals. Spec: "Authentication".
 */
export function sign(params: SignParams, secret: string, form: SignForm = 'plain'): string {
  const text = presentParams(params).map(toPair).join('') + secret
  if (form === 'plain') return md5(text)

  return md5(percentEncode(text)).toUpperCase()
}

/** Returns the text with everything encoded except `A-Z a-z 0-9 - _ . ~`. */
export function percentEncode(text: string): string {
  // encodeURIComponent leaves these five bare, and then the provider computes another signature.
  const toEscape = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

  return encodeURIComponent(text).replace(/[!'()*]/g, toEscape)
}

function toPair([name, value]: [string, string]): string {
  return `${name}=${value}`
}

// By the whole pair, as the spec says: `a1=` sorts before `a=`.
function byPair(a: [string, string], b: [string, string]): number {
  const [left, right] = [toPair(a), toPair(b)]
  if (left === right) return 0

  return left < right ? -1 : 1
}

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

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

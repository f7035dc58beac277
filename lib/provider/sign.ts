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

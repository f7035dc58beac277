import { percentEncode } from '#lib/provider/sign.ts'

const MAX_TEXT = 200
const ACTIVATION_CODE = /(?:LPA\s*[:$]\s*)?1\$[^\s"'<>]+/gi

/** Returns a text without control characters, without the given secrets and activation codes, at most 200 long. */
export function cleanText(text: string, secrets: readonly string[]): string {
  // Cut generously first: cleaning a megabyte to keep two hundred characters would be a gift to an attacker.
  const bounded = text.slice(0, 4_000).toWellFormed()

  return removeSecrets(bounded, secrets)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed()
}

/**
 * Returns a copy of a foreign error that is safe to log: name, code and cleaned message, nested causes included.
 *
 * The original may carry sockets, certificates or a piece of the answer.
 */
export function cleanCause(error: unknown, secrets: readonly string[], depth = 3): Error {
  if (!(error instanceof Error)) return new Error('The cause is not an error.')
  const cause = error.cause === undefined || depth === 0 ? undefined : cleanCause(error.cause, secrets, depth - 1)
  const copy = new Error(cleanText(error.message, secrets), cause === undefined ? undefined : { cause })
  copy.name = error.name
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}

  return Object.assign(copy, code)
}

function removeSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4).flatMap((secret) => [secret, percentEncode(secret)])

  return known
    .reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text)
    .replace(ACTIVATION_CODE, '[removed]')
}

import type { ProviderErrorKind } from '#lib/provider/rules/provider-failure.ts'
import { percentEncode } from '#lib/provider/sign.ts'

/** What an `ProviderError` is made of; only `endpoint` and `kind` are always known. */
export type ProviderErrorDetail = {
  endpoint: string
  kind: ProviderErrorKind
  code?: number | null
  httpStatus?: number | null
  providerText?: string | null
  epoch?: number | null
  problem?: string
  cause?: unknown
}

/**
 * A call to the provider that gave no result.
 *
 * `code` is the envelope's number, `providerText` its message: cleaned, at most 200 characters, for people only and
 * never for decisions. `epoch` names the session that was used. No token, signature, secret or parameter is in it.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly endpoint: string
  readonly kind: ProviderErrorKind
  readonly code: number | null
  readonly httpStatus: number | null
  readonly providerText: string | null
  readonly epoch: number | null

  constructor(detail: ProviderErrorDetail) {
    super(toMessage(detail), detail.cause === undefined ? undefined : { cause: detail.cause })
    this.endpoint = detail.endpoint
    this.kind = detail.kind
    this.code = detail.code ?? null
    this.httpStatus = detail.httpStatus ?? null
    this.providerText = detail.providerText ?? null
    this.epoch = detail.epoch ?? null
  }
}

/** Why an exchange of bytes failed, before any meaning of the answer. `bytes` is what had been read by then. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly kind: 'not_sent' | 'timeout' | 'network' | 'aborted' | 'bad_response'
  readonly bytes: number

  constructor(kind: TransportError['kind'], bytes: number, cause: unknown) {
    super(`The exchange failed: ${kind}.`, { cause })
    this.kind = kind
    this.bytes = bytes
  }
}

const MEANINGS = new Map<number, ProviderErrorKind>([
  [-1, 'session_expired'],
  [-2, 'missing_parameter'],
  [-3, 'not_found'],
  [-8, 'query_failed'],
  [-10, 'missing_parameter'],
  [-30, 'bad_signature'],
  [3, 'not_found'],
  [4, 'wrong_state'],
  [22, 'not_permitted'],
  [99, 'document_failed'],
  [400108, 'access_denied'],
  [400109, 'access_denied'],
])

/** Returns what a refusal code means where the endpoint says nothing else; a number never seen is `refused`. */
export function commonKind(code: number): ProviderErrorKind {
  return MEANINGS.get(code) ?? 'refused'
}

function toMessage({ endpoint, kind, code, httpStatus, problem }: ProviderErrorDetail): string {
  const facts = [
    code === undefined || code === null ? null : `code ${code}`,
    httpStatus === undefined || httpStatus === null ? null : `HTTP ${httpStatus}`,
    problem ?? null,
  ].filter((detail) => detail !== null)

  return facts.length === 0 ? `${endpoint}: ${kind}` : `${endpoint}: ${kind} (${facts.join(', ')})`
}

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

/**
 * Why a call to the provider did not give a result.
 *
 * Before any traffic: `not_configured`, `invalid_params`, `no_session`. No byte left: `not_sent`. No usable answer: `timeout`,
 * `network`, `aborted`, `bad_response` (not JSON, no code, too large, HTTP other than 2xx, unusable success). The rest
 * are answers with a code; `refused` is every code without a known meaning at that endpoint.
 */
export const PROVIDER_ERROR_KINDS = [
  'not_configured',
  'invalid_params',
  'no_session',
  'not_sent',
  'timeout',
  'network',
  'aborted',
  'bad_response',
  'session_expired',
  'missing_parameter',
  'not_found',
  'query_failed',
  'bad_signature',
  'wrong_state',
  'not_permitted',
  'document_failed',
  'bad_credentials',
  'access_denied',
  'refused',
] as const
export type ProviderErrorKind = (typeof PROVIDER_ERROR_KINDS)[number]

/** What every failed call tells. `code` is the envelope's number, `null` when none was read. */
export type ProviderFailure = { kind: ProviderErrorKind; code: number | null }

const UNANSWERED = new Set<ProviderErrorKind>([
  'not_configured',
  'invalid_params',
  'no_session',
  'not_sent',
  'timeout',
  'network',
  'aborted',
  'bad_response',
])

/** Tells whether a caught value is a failure of the provider client. */
export function isProviderFailure(error: unknown): error is Error & ProviderFailure {
  return error instanceof Error && error.name === 'ProviderError' && 'kind' in error && 'code' in error
}

/** Tells whether the provider said that there is no such thing, which it also says of what it could not do. */
export function isNotFound(error: unknown): boolean {
  return isProviderFailure(error) && error.kind === 'not_found'
}

/** The answer to a call, `null` where the provider gave none. */
export async function answerOrNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

/** Returns the number with which the provider refused, `null` when the failure is no refusal. */
export function refusalCode(failure: ProviderFailure): number | null {
  return UNANSWERED.has(failure.kind) ? null : failure.code
}

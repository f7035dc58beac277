import { toFailure } from '#lib/core/client/request.ts'

/** Which of the three sentences of a small form tells why it was not taken in. */
export function failureKey(thrown: unknown): 'offline' | 'rate_limited' | 'internal' {
  const { code } = toFailure(thrown)

  return code === 'offline' || code === 'rate_limited' ? code : 'internal'
}

import { knownCode, toFailure } from '#lib/core/client/request.ts'

/** Key and values of the sentence that tells why a small form was not taken in. */
export function failureMessage(thrown: unknown) {
  const { code, waitMinutes: minutes } = toFailure(thrown)

  return [`failed.${knownCode(code, 'offline', 'rate_limited')}`, { minutes }] as const
}

import { toFailure } from '#lib/core/client/request.ts'

/** Key and values of the sentence that tells why a small form was not taken in. */
export function failureMessage(thrown: unknown) {
  const { code, waitMinutes: minutes } = toFailure(thrown)

  return [`failed.${code === 'offline' || code === 'rate_limited' ? code : 'internal'}`, { minutes }] as const
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/core/env.ts'

/**
 * Whether a request comes from who watches over the store: with `METRICS_TOKEN` as a bearer, or begun on this machine, for
 * which the front vouches with the secret that only the two of them know.
 */
export function isMonitor(headers: Headers): boolean {
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '')

  return isSame(bearer, env.METRICS_TOKEN) || isSame(headers.get('x-landfall-local'), env.INTERNAL_SECRET)
}

/** Hashes have one length, so that the comparison takes the same time whatever was sent. */
function isSame(given: string | null | undefined, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()

  return Boolean(given && secret) && timingSafeEqual(digest(given ?? ''), digest(secret ?? ''))
}

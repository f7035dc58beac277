import { createHash, timingSafeEqual } from 'node:crypto'
import { getFigures } from '#lib/catalog/queries/figures.ts'
import { env } from '#lib/core/env.ts'
import { guarded } from '#lib/core/http/route.ts'
import { renderMetrics } from '#lib/core/metrics.ts'

export const dynamic = 'force-dynamic'

/**
 * GET /api/metrics: figures in the text form of Prometheus, for whoever sends `METRICS_TOKEN` as a bearer, and for this
 * machine itself. For everybody else there is nothing here.
 */
export const GET = guarded(async (request) => {
  if (!mayRead(request.headers)) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const { text, type } = await renderMetrics(await getFigures())

  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
})

// The front vouches for a connection of this machine with the secret that only the two of them know.
function mayRead(headers: Headers): boolean {
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '')

  return isSame(bearer, env.METRICS_TOKEN) || isSame(headers.get('x-landfall-local'), env.INTERNAL_SECRET)
}

/** Hashes have one length, so that the comparison takes the same time whatever was sent. */
function isSame(given: string | null | undefined, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()

  return Boolean(given && secret) && timingSafeEqual(digest(given ?? ''), digest(secret ?? ''))
}

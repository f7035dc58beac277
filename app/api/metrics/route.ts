import { guarded, isMonitor } from '#lib/core/http/route.ts'
import { renderMetrics } from '#lib/core/metrics.ts'
import { getMetrics } from '#lib/operations/queries/metrics.ts'

export const dynamic = 'force-dynamic'

/**
 * GET /api/metrics: figures in the text form of Prometheus, for whoever sends `METRICS_TOKEN` as a bearer, and for this
 * machine itself. For everybody else there is nothing here.
 */
export const GET = guarded(async (request) => {
  if (!isMonitor(request.headers)) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const { text, type } = await renderMetrics(await getMetrics())

  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
})

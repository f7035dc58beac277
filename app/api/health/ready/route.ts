import { isMonitor } from '#lib/core/http/route.ts'
import { getReadiness, getReleaseDetails } from '#lib/operations/queries/readiness.ts'

export const dynamic = 'force-dynamic'

/**
 * GET /api/health/ready: 200 when database, schema, worker and clock are in order, else 503 with what is not. Whoever may
 * read the figures is told the release as well: to a stranger it would say which holes to try.
 */
export async function GET(request: Request): Promise<Response> {
  const readiness = await getReadiness()
  const release = isMonitor(request.headers) ? { release: await getReleaseDetails() } : {}

  return Response.json(
    { ...readiness, ...release },
    { status: readiness.status === 'ready' ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}

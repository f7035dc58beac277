import { getReadiness } from '#lib/operations/queries/readiness.ts'

export const dynamic = 'force-dynamic'

/** GET /api/health/ready: 200 when database, schema, worker and clock are in order, else 503 with what is not. */
export async function GET(): Promise<Response> {
  const readiness = await getReadiness()

  return Response.json(readiness, {
    status: readiness.status === 'ready' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}

/** GET /api/health/live: this process answers. `node` says which runtime it runs on. */
export function GET(): Response {
  return Response.json({ status: 'live', node: process.versions.node }, { headers: { 'cache-control': 'no-store' } })
}

import { z } from 'zod'
import { auditFilterSchema } from '#lib/domain/admin-audit.ts'
import { read } from '#lib/http/route.ts'
import { exportAudit } from '#lib/services/staff/export-audit.ts'

/** GET /api/admin/audit/export: the acts of a filter as CSV, row by row. The export itself is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const filter = auditFilterSchema.parse(Object.fromEntries(new URL(request.url).searchParams))
  const rows = await exportAudit(caller, filter)
  const day = new Date().toISOString().slice(0, 10)

  return new Response(toStream(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${day}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})

// Pulled, not pushed: a reader who is slow keeps nothing waiting in memory.
function toStream(rows: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = rows[Symbol.asyncIterator]()
  const encoder = new TextEncoder()

  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

import { z } from 'zod'
import { financeFilterSchema } from '#lib/domain/admin-finance.ts'
import { read } from '#lib/http/route.ts'
import { exportFinance, FINANCE_EXPORTS } from '#lib/services/finance/export-finance.ts'

const whatSchema = z.enum(FINANCE_EXPORTS).catch('lines')

/** GET /api/admin/finance/export: sums or sold lines of a filter as CSV, row by row. The export is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const said = Object.fromEntries(new URL(request.url).searchParams)
  const what = whatSchema.parse(said.what)
  const rows = await exportFinance(caller, financeFilterSchema.parse(said), what)
  const day = new Date().toISOString().slice(0, 10)

  return new Response(toStream(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="finance-${what}-${day}.csv"`,
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
    cancel: async () => {
      await source.return?.()
    },
  })
}

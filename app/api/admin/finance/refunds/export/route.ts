import { z } from 'zod'
import { refundFilterSchema } from '#lib/domain/refund-ledger.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportRefunds } from '#lib/services/finance/export-refunds.ts'

/** GET /api/admin/finance/refunds/export: the refund ledger of a filter as CSV, row by row. The export is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const said = Object.fromEntries(new URL(request.url).searchParams)
  const rows = await exportRefunds(caller, refundFilterSchema.parse(said))

  return csvResponse(rows, `refunds-${new Date().toISOString().slice(0, 10)}`)
})

import { z } from 'zod'
import { lossFilterSchema } from '#lib/domain/loss-ledger.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportLosses } from '#lib/services/finance/export-losses.ts'

/** GET /api/admin/finance/losses/export: the losses of a filter as CSV, row by row. The export is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const said = Object.fromEntries(new URL(request.url).searchParams)
  const rows = await exportLosses(caller, lossFilterSchema.parse(said))

  return csvResponse(rows, `losses-${new Date().toISOString().slice(0, 10)}`)
})

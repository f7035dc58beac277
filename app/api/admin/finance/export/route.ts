import { z } from 'zod'
import { financeFilterSchema } from '#lib/domain/admin-finance.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportFinance, FINANCE_EXPORTS } from '#lib/services/finance/export-finance.ts'

const whatSchema = z.enum(FINANCE_EXPORTS).catch('lines')

/** GET /api/admin/finance/export: sums or sold lines of a filter as CSV, row by row. The export is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const said = Object.fromEntries(new URL(request.url).searchParams)
  const what = whatSchema.parse(said.what)
  const rows = await exportFinance(caller, financeFilterSchema.parse(said), what)

  return csvResponse(rows, `finance-${what}-${new Date().toISOString().slice(0, 10)}`)
})

import { z } from 'zod'
import { monthIdSchema } from '#lib/domain/month-close.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportMonth } from '#lib/services/finance/export-month.ts'

/** GET /api/admin/finance/months/[id]/export: what a closed month has booked as CSV. The export is written down. */
export const GET = read(
  { caller: 'staff', params: z.object({ id: monthIdSchema }), reply: z.object({}) },
  async ({ caller, params }) => csvResponse(await exportMonth(caller, params.id), `month-${params.id}`),
)

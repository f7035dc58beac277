import { z } from 'zod'
import { monthIdSchema } from '#lib/domain/month-close.ts'
import { mutation } from '#lib/http/route.ts'
import { closeMonth } from '#lib/services/finance/close-month.ts'

/** POST /api/admin/finance/months/[id]/close: a month is closed for good. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: monthIdSchema }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await closeMonth(caller, params.id)

    return {}
  },
)

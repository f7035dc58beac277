import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { closeMonth } from '#lib/finance/commands/close-month.ts'
import { monthIdSchema } from '#lib/finance/rules/month-close.ts'

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

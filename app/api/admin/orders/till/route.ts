import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { reopenTill } from '#lib/fulfilment/commands/file-answer.ts'

/** POST /api/admin/orders/till: the till that the store has closed by itself is opened again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await reopenTill(caller, body)

    return {}
  },
)

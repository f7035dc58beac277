import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { withdrawAnswer } from '#lib/fulfilment/commands/file-answer.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/answers/:answerId: a filed answer is withdrawn. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ answerId: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await withdrawAnswer(caller, { ...params, ...body })

    return {}
  },
)

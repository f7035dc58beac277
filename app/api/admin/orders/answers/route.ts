import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { fileAnswer } from '#lib/fulfilment/commands/file-answer.ts'

/** POST /api/admin/orders/answers: an answer that stands in no list is filed as a refusal. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      endpoint: z.literal('placeOrder'),
      code: z.int(),
      messageHash: z.string().regex(/^[0-9a-f]{32}$/),
      reason: z.string().trim().min(3).max(500),
    }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await fileAnswer(caller, body)

    return {}
  },
)

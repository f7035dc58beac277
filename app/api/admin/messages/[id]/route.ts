import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { settleMessage } from '#lib/customers/commands/messages.ts'
import { MESSAGE_ANSWER } from '#lib/customers/rules/customer-message.ts'

/** POST /api/admin/messages/[id]: answers a message by mail, or puts it aside with `answer: null`. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(40) }),
    body: z.strictObject({ answer: MESSAGE_ANSWER.nullable() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await settleMessage(caller, { id: params.id, ...body })

    return {}
  },
)

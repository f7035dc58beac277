import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { takeMessage } from '#lib/customers/commands/messages.ts'
import { messageWishSchema } from '#lib/customers/rules/customer-message.ts'

/** POST /api/messages: takes a message to the store in. Its answer is the reference to name. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'messages',
    params: z.object({}),
    body: messageWishSchema,
    reply: z.object({ reference: z.string() }),
  },
  ({ caller, body }) => takeMessage(caller, body),
)

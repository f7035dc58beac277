import { z } from 'zod'
import { messageWishSchema } from '#lib/domain/customer-message.ts'
import { mutation } from '#lib/http/route.ts'
import { takeMessage } from '#lib/services/messages.ts'

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

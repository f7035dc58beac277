import { z } from 'zod'
import { currentCustomer } from '#lib/auth/account-session.ts'
import { assertWithinLimit } from '#lib/core/http/rate-limit.ts'
import { mutation } from '#lib/core/http/route.ts'
import { takeMessage } from '#lib/customers/commands/messages.ts'
import { messageBodySchema } from '#lib/customers/rules/customer-message.ts'

/** POST /api/messages: takes a message to the store in. Its answer is the reference to name, and whether a copy is mailed. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'messages',
    params: z.object({}),
    body: messageBodySchema,
    reply: z.object({ reference: z.string(), isCopied: z.boolean() }),
  },
  async ({ caller, body, request }) => {
    await assertWithinLimit('messagesOfDay', request)
    const customer = await currentCustomer()

    return takeMessage(caller, body, { provenEmail: customer?.email ?? null })
  },
)

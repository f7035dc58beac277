import { z } from 'zod'
import { replyWithCustomer } from '#app/api/sign-in/session-reply.ts'
import { proveCustomerAgain } from '#lib/auth/customer-password.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/account/prove: the password again, for what an unlocked screen alone must not allow. The session goes on under a new cookie. */
export const POST = mutation(
  {
    caller: 'customer',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ password: z.string().max(1024) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => replyWithCustomer({}, await proveCustomerAgain(caller, body.password), null),
)

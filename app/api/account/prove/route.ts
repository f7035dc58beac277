import { z } from 'zod'
import { proveCustomerAgain } from '#lib/auth/customer-password.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/account/prove: the password again, for what an unlocked screen alone must not allow. */
export const POST = mutation(
  {
    caller: 'customer',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ password: z.string().max(1024) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await proveCustomerAgain(caller, body.password)

    return {}
  },
)

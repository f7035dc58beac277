import { z } from 'zod'
import { remakeRecoveryCodes } from '#lib/auth/remove-factor.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/account/recovery-codes: new codes for the customer, shown this once. The former ones stop working. */
export const POST = mutation(
  {
    caller: 'customer',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  async ({ caller }) => ({ recoveryCodes: await remakeRecoveryCodes(caller) }),
)

import { z } from 'zod'
import { remakeRecoveryCodes } from '#lib/auth/remove-factor.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/staff/recovery-codes: new codes for the caller, shown this once. The former ones stop working. */
export const POST = mutation(
  {
    caller: 'account',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  async ({ caller }) => ({ recoveryCodes: await remakeRecoveryCodes(caller) }),
)

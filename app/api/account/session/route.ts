import { z } from 'zod'
import { signOutCustomer } from '#lib/auth/commands/end-sessions.ts'
import { mutation } from '#lib/core/http/route.ts'
import { toSignedOut } from '../signed-out.ts'

/** DELETE /api/account/session: signs the customer out in this browser. */
export const DELETE = mutation(
  { caller: 'customer', params: z.object({}), body: z.strictObject({}), reply: z.never() },
  async ({ caller }) => {
    await signOutCustomer(caller)

    return toSignedOut()
  },
)

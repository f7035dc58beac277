import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { signOutCustomer } from '#lib/services/account/end-sessions.ts'
import { toSignedOut } from '../signed-out.ts'

/** DELETE /api/account/session: signs the customer out in this browser. */
export const DELETE = mutation(
  { caller: 'customer', params: z.object({}), body: z.strictObject({}), reply: z.never() },
  async ({ caller }) => {
    await signOutCustomer(caller)

    return toSignedOut()
  },
)

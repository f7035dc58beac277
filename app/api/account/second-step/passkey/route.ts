import { z } from 'zod'
import { passCustomerStepByPasskey } from '#lib/auth/customer-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'
import { signedBody } from '../../../sign-in/passkey-body.ts'
import { replyWithCustomer } from '../../../sign-in/session-reply.ts'

/** POST /api/account/second-step/passkey: passes the second step with a passkey. Gives a whole session. */
export const POST = mutation(
  { caller: 'half_customer', limit: 'signIn', params: z.object({}), body: signedBody, reply: z.never() },
  async ({ caller, body, request }) =>
    replyWithCustomer(
      {},
      await passCustomerStepByPasskey(caller, body.response, placeOf(request.headers)),
      caller.email,
    ),
)

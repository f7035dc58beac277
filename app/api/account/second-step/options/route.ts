import { z } from 'zod'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { mutation } from '#lib/http/route.ts'
import { optionsReply } from '../../../sign-in/passkey-body.ts'

/** POST /api/account/second-step/options: what a browser needs to pass the second step with a passkey. */
export const POST = mutation(
  { caller: 'half_customer', limit: 'signIn', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async ({ caller: { accountId } }) => ({ options: { ...(await passkeyToProve({ accountId })) } }),
)

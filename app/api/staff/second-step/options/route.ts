import { z } from 'zod'
import { optionsReply } from '#app/api/sign-in/passkey-body.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/staff/second-step/options: what a browser needs to pass the second step with a passkey. */
export const POST = mutation(
  { caller: 'half', limit: 'signIn', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async ({ caller }) => ({ options: { ...(await passkeyToProve({ staffId: caller.staff.staffId })) } }),
)

import { z } from 'zod'
import { passkeyToProve } from '#lib/auth/passkeys.ts'
import { mutation } from '#lib/http/route.ts'
import { optionsReply } from '../../passkey-body.ts'

/** POST /api/staff/second-step/options: what a browser needs to pass the second step with a passkey. */
export const POST = mutation(
  { caller: 'half', limit: 'signIn', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async ({ caller }) => ({ options: { ...(await passkeyToProve(caller.staff.staffId)) } }),
)

import { z } from 'zod'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { mutation } from '#lib/core/http/route.ts'
import { optionsReply } from '../../passkey-body.ts'

/** POST /api/sign-in/passkey/options: what a browser needs to sign in with a passkey alone. */
export const POST = mutation(
  { caller: 'any', limit: 'signIn', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async () => ({ options: { ...(await passkeyToProve(null)) } }),
)

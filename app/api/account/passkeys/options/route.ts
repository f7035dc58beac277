import { z } from 'zod'
import { passkeyToAdd } from '#lib/auth/passkeys.ts'
import { mutation } from '#lib/http/route.ts'
import { optionsReply } from '../../../sign-in/passkey-body.ts'

/** POST /api/account/passkeys/options: what a browser needs to make a passkey for the customer. */
export const POST = mutation(
  { caller: 'customer', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async ({ caller }) => ({ options: { ...(await passkeyToAdd(caller)) } }),
)

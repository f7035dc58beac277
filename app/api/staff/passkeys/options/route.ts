import { z } from 'zod'
import { passkeyToAdd } from '#lib/auth/passkeys.ts'
import { mutation } from '#lib/http/route.ts'
import { optionsReply } from '../../passkey-body.ts'

/** POST /api/staff/passkeys/options: what a browser needs to make a passkey for the caller. */
export const POST = mutation(
  { caller: 'enrolling', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async ({ caller }) => ({ options: { ...(await passkeyToAdd(caller)) } }),
)

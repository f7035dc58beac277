import { z } from 'zod'
import { optionsReply } from '#app/api/sign-in/passkey-body.ts'
import { passkeyToAdd } from '#lib/auth/passkeys.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/staff/passkeys/options: what a browser needs to make a passkey for the caller. */
export const POST = mutation(
  { caller: 'enrolling', params: z.object({}), body: z.strictObject({}), reply: optionsReply },
  async ({ caller }) => ({ options: { ...(await passkeyToAdd(caller)) } }),
)

import { z } from 'zod'
import { madeBody } from '#app/api/sign-in/passkey-body.ts'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { addNewPasskey } from '#lib/auth/passkeys.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/staff/passkeys: stores the passkey that a browser has made. Recovery codes come with a first factor. */
export const POST = mutation(
  {
    caller: 'enrolling',
    params: z.object({}),
    body: madeBody,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  async ({ caller, body, request }) => {
    const { recoveryCodes, begun } = await addNewPasskey(caller, body, placeOf(request.headers))

    return replyWithSession({ recoveryCodes }, begun)
  },
)

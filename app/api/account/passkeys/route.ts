import { z } from 'zod'
import { addNewPasskey } from '#lib/auth/passkeys.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/http/route.ts'
import { madeBody } from '../../sign-in/passkey-body.ts'

/** POST /api/account/passkeys: stores the passkey that a browser has made. Recovery codes come with a first factor. */
export const POST = mutation(
  {
    caller: 'customer',
    params: z.object({}),
    body: madeBody,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  ({ caller, body, request }) => addNewPasskey(caller, body, placeOf(request.headers)),
)

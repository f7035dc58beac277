import { z } from 'zod'
import { removePasskey } from '#lib/auth/remove-factor.ts'
import { mutation } from '#lib/http/route.ts'

/** DELETE /api/staff/passkeys/[id]: takes a passkey of the caller away. */
export const DELETE = mutation(
  {
    caller: 'account',
    params: z.object({ id: z.string().max(1024) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await removePasskey(caller, params.id)

    return {}
  },
)

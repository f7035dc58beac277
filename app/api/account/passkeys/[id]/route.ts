import { z } from 'zod'
import { removePasskey } from '#lib/auth/remove-factor.ts'
import { mutation } from '#lib/http/route.ts'

/** DELETE /api/account/passkeys/[id]: takes a passkey of the customer away. */
export const DELETE = mutation(
  {
    caller: 'customer',
    params: z.object({ id: z.string().max(1024) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await removePasskey(caller, params.id)

    return {}
  },
)

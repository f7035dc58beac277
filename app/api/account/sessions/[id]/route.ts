import { z } from 'zod'
import { endOneSession } from '#lib/auth/commands/end-sessions.ts'
import { mutation } from '#lib/core/http/route.ts'

/** DELETE /api/account/sessions/[id]: ends one session of the customer. */
export const DELETE = mutation(
  {
    caller: 'customer',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await endOneSession(caller, params.id)

    return {}
  },
)

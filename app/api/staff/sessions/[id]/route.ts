import { z } from 'zod'
import { endOwnSession } from '#lib/auth/own-account.ts'
import { mutation } from '#lib/core/http/route.ts'

/** DELETE /api/staff/sessions/[id]: ends one session of the caller. */
export const DELETE = mutation(
  {
    caller: 'account',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await endOwnSession(caller, params.id)

    return {}
  },
)

import { z } from 'zod'
import { endOwnOtherSessions } from '#lib/auth/own-account.ts'
import { mutation } from '#lib/core/http/route.ts'

/** DELETE /api/staff/sessions: ends every session of the caller but the one in hand. */
export const DELETE = mutation(
  {
    caller: 'account',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.object({ ended: z.int() }),
  },
  async ({ caller }) => ({ ended: await endOwnOtherSessions(caller) }),
)

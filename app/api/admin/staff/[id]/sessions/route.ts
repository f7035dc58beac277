import { z } from 'zod'
import { endStaffSessions } from '#lib/auth/commands/change-rights.ts'
import { mutation } from '#lib/core/http/route.ts'

/** DELETE /api/admin/staff/[id]/sessions: ends every session of somebody. */
export const DELETE = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await endStaffSessions(caller, params.id)

    return {}
  },
)

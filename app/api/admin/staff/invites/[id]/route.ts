import { z } from 'zod'
import { takeInviteBack } from '#lib/auth/commands/invite-staff.ts'
import { mutation } from '#lib/core/http/route.ts'

/** DELETE /api/admin/staff/invites/[id]: takes an invitation back. */
export const DELETE = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await takeInviteBack(caller, params.id)

    return {}
  },
)

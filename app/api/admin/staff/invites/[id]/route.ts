import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { takeInviteBack } from '#lib/services/staff/invite-staff.ts'

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

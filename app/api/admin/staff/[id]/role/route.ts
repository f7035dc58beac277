import { z } from 'zod'
import { changeRole } from '#lib/auth/commands/change-rights.ts'
import { mutation } from '#lib/core/http/route.ts'
import { STAFF_ROLES } from '#lib/core/rules/caller.ts'

/** PATCH /api/admin/staff/[id]/role: another role. The person's sessions end at once. */
export const PATCH = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ role: z.enum(STAFF_ROLES) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await changeRole(caller, { staffId: params.id, role: body.role })

    return {}
  },
)

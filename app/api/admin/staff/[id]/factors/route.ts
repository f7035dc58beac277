import { z } from 'zod'
import { removeStaffFactors } from '#lib/auth/commands/change-rights.ts'
import { assertFreshProof } from '#lib/auth/rules/fresh-proof.ts'
import { mutation } from '#lib/core/http/route.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'

/** DELETE /api/admin/staff/[id]/factors: takes the second factors of somebody away who lost theirs, with a reason. */
export const DELETE = mutation(
  {
    caller: 'account',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(200) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    requirePermission(caller.staff, 'staff.manage')
    assertFreshProof(caller)
    await removeStaffFactors(caller.staff, { staffId: params.id, reason: body.reason })

    return {}
  },
)

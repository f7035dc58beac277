import { removeStaffFactors } from '#lib/auth/commands/change-rights.ts'
import { assertFreshProof } from '#lib/auth/rules/fresh-proof.ts'
import { removeStaffFactorsCall } from '#lib/auth/schema/staff.ts'
import { serve } from '#lib/core/http/route.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'

export const DELETE = serve(removeStaffFactorsCall, async ({ caller, params, body }) => {
  requirePermission(caller.staff, 'staff.manage')
  assertFreshProof(caller)
  await removeStaffFactors(caller.staff, { staffId: params.id, reason: body.reason })
})

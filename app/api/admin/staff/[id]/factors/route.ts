import { removeStaffFactors } from '#lib/auth/commands/manage-staff.ts'
import { assertFreshProof } from '#lib/auth/rules/factors.ts'
import { removeStaffFactorsCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'

export const DELETE = serve(removeStaffFactorsCall, async ({ caller, params, body }) => {
  requirePermission(caller.staff, 'staff.manage')
  assertFreshProof(caller)
  await removeStaffFactors(caller.staff, { staffId: params.id, reason: body.reason })
})

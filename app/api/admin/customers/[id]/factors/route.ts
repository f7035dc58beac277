import { liftFactors } from '#lib/auth/commands/customer-access.ts'
import { assertFreshProof } from '#lib/auth/rules/factors.ts'
import { removeCustomerFactorsCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'

export const DELETE = serve(removeCustomerFactorsCall, async ({ caller, params, body }) => {
  requirePermission(caller.staff, 'customers.lift_factors')
  assertFreshProof(caller)
  await liftFactors(caller.staff, { personId: params.id, reason: body.reason })
})

import { z } from 'zod'
import { liftFactors } from '#lib/auth/commands/lift-factors.ts'
import { assertFreshProof } from '#lib/auth/rules/fresh-proof.ts'
import { mutation } from '#lib/core/http/route.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'

/** DELETE /api/admin/customers/:id/factors: takes the second step of a customer away who has lost it, with a reason. */
export const DELETE = mutation(
  {
    caller: 'account',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    requirePermission(caller.staff, 'customers.lift_factors')
    assertFreshProof(caller)
    await liftFactors(caller.staff, { personId: params.id, reason: body.reason })

    return {}
  },
)

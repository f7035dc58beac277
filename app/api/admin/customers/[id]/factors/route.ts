import { z } from 'zod'
import { requirePermission } from '#lib/domain/caller.ts'
import { assertFreshProof } from '#lib/domain/fresh-proof.ts'
import { mutation } from '#lib/http/route.ts'
import { liftFactors } from '#lib/services/customers/lift-factors.ts'

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

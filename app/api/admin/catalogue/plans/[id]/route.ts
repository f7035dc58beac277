import { z } from 'zod'
import { hidePlan } from '#lib/catalog/commands/edit-destination.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/admin/catalogue/plans/[id]: hides a plan from the shop, or shows it again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().regex(/^pln_\w{1,40}$/) }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await hidePlan(caller, { planId: params.id, ...body })

    return {}
  },
)

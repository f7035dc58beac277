import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { hidePlan } from '#lib/services/catalogue/edit-destination.ts'

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

import { z } from 'zod'
import { setPremarkRule } from '#lib/cancellations/commands/set-premark-rule.ts'
import { PREMARK_ANSWERS } from '#lib/catalog/rules/admin-destination.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/admin/premark-rules: what the wording of a plan says about going back, for all plans with these words. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      planIds: z.array(z.string().min(1).max(64)).min(1).max(500),
      answer: z.enum(PREMARK_ANSWERS),
      seen: z.enum(PREMARK_ANSWERS).nullable(),
    }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await setPremarkRule(caller, body)

    return {}
  },
)

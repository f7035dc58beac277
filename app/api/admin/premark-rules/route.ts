import { z } from 'zod'
import { PREMARK_ANSWERS } from '#lib/domain/admin-destination.ts'
import { mutation } from '#lib/http/route.ts'
import { setPremarkRule } from '#lib/services/set-premark-rule.ts'

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

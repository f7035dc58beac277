import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { setPremarkRule } from '#lib/services/set-premark-rule.ts'

/** POST /api/admin/premark-rules: what the wording of a plan says about going back, for all plans with these words. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      planId: z.string().min(1).max(64),
      answer: z.enum(['ALLOWED_UNTIL_INSTALL', 'ALLOWED_UNTIL_USE', 'NEVER', 'UNKNOWN']),
    }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await setPremarkRule(caller, body)

    return {}
  },
)

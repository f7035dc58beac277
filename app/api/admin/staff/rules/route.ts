import { z } from 'zod'
import { FACTOR_RULES } from '#lib/domain/staff-account.ts'
import { mutation } from '#lib/http/route.ts'
import { setFactorRule } from '#lib/services/staff/set-factor-rule.ts'

/** POST /api/admin/staff/rules: whether everybody needs a second factor. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ secondFactor: z.enum(FACTOR_RULES), seen: z.enum(FACTOR_RULES) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await setFactorRule(caller, { rule: body.secondFactor, seen: body.seen })

    return {}
  },
)

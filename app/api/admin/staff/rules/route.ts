import { z } from 'zod'
import { setFactorRule } from '#lib/auth/commands/set-factor-rule.ts'
import { FACTOR_RULES } from '#lib/auth/rules/staff-account.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/admin/staff/rules: of whom a second factor is required. */
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

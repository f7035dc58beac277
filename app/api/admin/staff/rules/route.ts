import { setFactorRule } from '#lib/auth/commands/manage-staff.ts'
import { setFactorRuleCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(setFactorRuleCall, ({ caller, body }) =>
  setFactorRule(caller, { rule: body.secondFactor, seen: body.seen }),
)

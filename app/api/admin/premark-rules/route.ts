import { setPremarkRule } from '#lib/cancellations/commands/set-premark-rule.ts'
import { setRefundabilityRuleCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(setRefundabilityRuleCall, ({ caller, body }) => setPremarkRule(caller, body))

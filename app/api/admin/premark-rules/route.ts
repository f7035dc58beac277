import { setRefundabilityRule } from '#lib/cancellations/commands/set-refundability-rule.ts'
import { setRefundabilityRuleCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(setRefundabilityRuleCall, ({ caller, body }) => setRefundabilityRule(caller, body))

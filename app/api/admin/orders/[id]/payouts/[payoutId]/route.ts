import { serve } from '#lib/core/http/route.ts'
import { markPayoutDone } from '#lib/refunds/commands/refund.ts'
import { markPayoutDoneCall } from '#lib/refunds/schema.ts'

export const POST = serve(markPayoutDoneCall, ({ caller, params, body }) =>
  markPayoutDone(caller, { orderId: params.id, payoutId: params.payoutId, ...body }),
)

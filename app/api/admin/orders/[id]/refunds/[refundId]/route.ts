import { serve } from '#lib/core/http/route.ts'
import { settleRefund } from '#lib/refunds/commands/refund.ts'
import { resolveRefundCall } from '#lib/refunds/schema.ts'

export const POST = serve(resolveRefundCall, ({ caller, params, body }) =>
  settleRefund(caller, { orderId: params.id, refundId: params.refundId, ...body }),
)

import { serve } from '#lib/core/http/route.ts'
import { declineSecondLook } from '#lib/orders/commands/second-person.ts'
import { declineApprovalCall } from '#lib/orders/schema.ts'

export const POST = serve(declineApprovalCall, ({ caller, params, body }) =>
  declineSecondLook(caller, { orderId: params.id, lookId: params.lookId, ...body }),
)

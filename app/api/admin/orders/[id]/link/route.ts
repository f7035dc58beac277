import { serve } from '#lib/core/http/route.ts'
import { resendLink } from '#lib/orders/commands/buyer-mails.ts'
import { resendOrderLinkCall } from '#lib/orders/schema.ts'

export const POST = serve(resendOrderLinkCall, ({ caller, params, body }) =>
  resendLink(caller, { orderId: params.id, ...body }),
)

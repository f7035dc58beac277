import { serve } from '#lib/core/http/route.ts'
import { correctEmailForBuyer } from '#lib/orders/commands/buyer-mails.ts'
import { correctOrderEmailAsStaffCall } from '#lib/orders/schema.ts'

export const POST = serve(correctOrderEmailAsStaffCall, ({ caller, params, body }) =>
  correctEmailForBuyer(caller, { orderId: params.id, ...body }),
)

import { serve } from '#lib/core/http/route.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'
import { acceptRefundOfferCall } from '#lib/refunds/schema.ts'

export const POST = serve(acceptRefundOfferCall, ({ caller, body }) => acceptOfferedRefund(caller, body.itemId))

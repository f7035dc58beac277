import { serve } from '#lib/core/http/route.ts'
import { markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'
import { markTransferReceivedCall } from '#lib/payments/schema.ts'

export const POST = serve(markTransferReceivedCall, async ({ caller, params, body }) =>
  markTransferReceived(caller, { paymentId: params.id, ...body }),
)

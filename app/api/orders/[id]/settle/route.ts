import { returnOrderStart } from '#lib/auth/limits.ts'
import { senderNetwork } from '#lib/core/http/rate-limit.ts'
import { serve } from '#lib/core/http/route.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { readPaymentNowCall } from '#lib/payments/schema.ts'

export const POST = serve(readPaymentNowCall, async ({ caller, params, request }) => {
  const { paidBy } = await readPaymentNow(caller, params.id)
  if (paidBy !== null) {
    await returnOrderStart({ id: params.id, email: paidBy, network: senderNetwork(request) })
  }
})

import { readText, webhook } from '#lib/core/http/route.ts'
import { recordPaymentEvent } from '#lib/payments/commands/read-payment.ts'

/** POST /api/webhooks/test-payments: an event of the test provider; its signature covers the bytes as they came. */
export const POST = webhook(async (request) => {
  await recordPaymentEvent('test', await readText(request), Object.fromEntries(request.headers))
})

import { readText } from '#lib/http/request.ts'
import { webhook } from '#lib/http/route.ts'
import { recordPaymentEvent } from '#lib/services/record-payment-event.ts'

/** POST /api/webhooks/stripe: an event of Stripe; its signature covers the bytes as they came. */
export const POST = webhook(async (request) => {
  await recordPaymentEvent('stripe', await readText(request), Object.fromEntries(request.headers))
})

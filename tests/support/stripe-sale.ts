import { POST } from '#app/api/webhooks/stripe/route.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetProviders } from '#lib/payments/commands/payments.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { eventually } from '#tests/support/patience.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe-stand-in/server.ts'
import type { Hook } from '#tests/support/stripe-stand-in/world.ts'

const KEY = 'sk_test_sale'
const SECRET = 'whsec_sale'

/** A shop whose buyers pay at a stand-in of Stripe. */
export type StripeSale = { sale: Sale; stripe: StripeStandIn; close: () => Promise<void> }

export async function startStripeSale(settings: Record<string, string> = {}): Promise<StripeSale> {
  const stripe = await startStripeStandIn({ secretKey: KEY, webhookSecret: SECRET })
  const sale = await startSale({
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: stripe.url,
    ...settings,
  })

  return {
    sale,
    stripe,
    close: async () => {
      forgetProviders()
      await sale.close()
      await stripe.close()
    },
  }
}

/** Hands an event to the route as it would come over the wire, and tells the status of the answer. */
export async function deliver({ payload, header }: Hook): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': header, 'x-forwarded-for': '192.0.2.7' }
  const request = new Request('http://shop.test/api/webhooks/stripe', { method: 'POST', headers, body: payload })

  return (await POST(request, { params: Promise.resolve({}) })).status
}

/** The payment row of an order, and what Stripe has for it. */
export async function paymentOf(stripe: StripeStandIn, orderId: string) {
  const row = await db().payment.findFirstOrThrow({ where: { orderId }, orderBy: { n: 'asc' } })
  const session = stripe.world.sessions.get(row.sessionId ?? '')

  return { row, session, intent: session?.intentId ? (stripe.world.intents.get(session.intentId) ?? null) : null }
}

/** Works until a fact holds, or fails after a while. */
export async function workUntilTrue(detail: () => Promise<boolean>): Promise<void> {
  const check = async () => {
    await runUntilIdle()

    return detail()
  }
  await eventually(check, (isTrue) => isTrue)
}

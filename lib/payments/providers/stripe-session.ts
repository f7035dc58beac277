import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { SessionRequest } from '#lib/payments/providers/provider.ts'

// Stripe keeps a page open for 30 minutes at least, counted from when it gets the request. The shop ends it earlier.
const LONGER_THAN_ASKED_SECONDS = 31 * 60
const LOCALES = new Set(
  (
    'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv ' +
    'th tr vi zh zh-HK zh-TW'
  ).split(' '),
)

/**
 * Returns what a hosted page is asked for: a hold for cards and wallets, other methods as the account has them.
 *
 * Everything comes from the request, nothing from the clock: a repeat with the same key must ask for the same.
 */
export function toSessionParams(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const email = request.customerEmail?.trim().toLowerCase()
  // What rules of Radar can count by: the order, and the same buyer again.
  const buyer = email ? { buyer: createHash('sha256').update(email).digest('hex').slice(0, 32) } : {}
  const metadata = { ...request.metadata, ...buyer, orderId: request.orderId, reference: request.reference }

  return {
    mode: 'payment',
    client_reference_id: request.orderId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.amount.currency.toLowerCase(),
          unit_amount: request.amount.minor,
          product_data: { name: request.description },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: request.reference },
    payment_method_options: { card: { capture_method: 'manual' } },
    // A buyer's own currency would no longer be what the quote says.
    adaptive_pricing: { enabled: false },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1_000) + LONGER_THAN_ASKED_SECONDS,
    locale: (LOCALES.has(request.locale) ? request.locale : 'auto') as Stripe.Checkout.SessionCreateParams.Locale,
    ...(request.customerEmail ? { customer_email: request.customerEmail } : {}),
  }
}

import { loadStripe } from '@stripe/stripe-js/pure'
import { call } from '#lib/core/client/request.ts'
import type { readPaymentFormCall } from '#lib/payments/schema.ts'

// Stripe allows one form at a time: the next one is made when the former is there and has been taken away.
let former: Promise<unknown> = Promise.resolve()

/**
 * Puts Stripe's form for the open payment of an order into `place`, until `signal` takes it away. It leads on by itself once it is
 * paid. Rejects when Stripe's script is held back, and as the call does when nothing is left to pay.
 */
export async function openPaymentForm(
  place: HTMLElement,
  { orderId, publishableKey, signal }: { orderId: string; publishableKey: string; signal: AbortSignal },
): Promise<void> {
  const [stripe, { clientSecret }] = await Promise.all([
    loadStripe(publishableKey),
    call<typeof readPaymentFormCall>('GET /api/orders/[id]/payment-form', { params: { id: orderId } }),
  ])
  const made = former.then(async () => {
    if (signal.aborted) return
    const form = await stripe?.createEmbeddedCheckoutPage({ fetchClientSecret: async () => clientSecret })
    if (signal.aborted) return form?.destroy()
    signal.addEventListener('abort', () => form?.destroy())
    form?.mount(place)
  })
  former = made.catch(() => {})
  await made
}

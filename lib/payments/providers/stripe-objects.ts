import type Stripe from 'stripe'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { type Money, money } from '#lib/core/rules/money.ts'
import {
  PaymentError,
  type ProviderPayment,
  type ProviderPaymentState,
  type ProviderRefund,
} from '#lib/payments/providers/provider.ts'

// Card holds live five days or longer; where Stripe does not name the end, the shortest is assumed.
const MIN_AUTHORIZATION_SECONDS = 4 * 86_400
// Of a dispute that was won, or never became one, the money is here.
const OVER: string[] = ['won', 'warning_closed', 'prevented']
const FAILED_REFUNDS: (string | null)[] = ['failed', 'canceled']

/** A payment intent read with its latest charge. */
export type Intent = Stripe.PaymentIntent

/** What came after the payment: what was given back, see `sumRefunds`, and what was disputed. */
export type Aftermath = { refundedMinor: number; isDisputed: boolean; disputes?: number; lostMinor?: number }

const NOTHING_AFTER: Aftermath = { refundedMinor: 0, isDisputed: false }

/** What a session and its intent say together. The session's word counts where nobody has paid. */
export function toPaymentOfSession(
  session: Stripe.Checkout.Session,
  after: Aftermath = NOTHING_AFTER,
): ProviderPayment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (intent) {
    const state = stateOfSession(session, { intent, isDisputed: after.isDisputed })

    return { ...toPayment(intent, after), sessionId: session.id, state }
  }

  return {
    id: null,
    sessionId: session.id,
    state: session.status === 'expired' ? 'expired' : 'open',
    amount: toMoney(session.amount_total ?? 0, session.currency ?? ''),
    capturedMinor: 0,
    refundedMinor: 0,
    reference: session.metadata?.reference ?? null,
    metadata: session.metadata ?? {},
    isTest: !session.livemode,
    account: null,
    customerEmail: session.customer_details?.email ?? session.customer_email ?? null,
    declineCode: null,
    holdExpiresAt: null,
    createdAt: toDate(session.created),
  }
}

/** A payment intent in our words. */
export function toPayment(intent: Intent, { isDisputed, ...after }: Aftermath): ProviderPayment {
  return {
    id: intent.id,
    sessionId: null,
    state: isDisputed ? 'disputed' : stateOf(intent),
    amount: toMoney(intent.amount, intent.currency),
    capturedMinor: intent.amount_received,
    ...after,
    reference: intent.metadata.reference ?? null,
    metadata: intent.metadata,
    isTest: !intent.livemode,
    // An API key sees its own account alone, so there is no other one to compare with.
    account: null,
    customerEmail: intent.receipt_email ?? chargeOf(intent)?.billing_details?.email ?? null,
    declineCode: declineCodeOf(intent),
    holdExpiresAt: intent.status === 'requires_capture' ? authorizationEnd(intent) : null,
    createdAt: toDate(intent.created),
  }
}

/** The charge of an intent that was read with it, `null` before anybody paid. */
export function chargeOf(intent: Intent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

/**
 * What was given back out of the taken money, in minor units.
 *
 * Stripe books the part of a hold that was not captured as a refund of its own; that one moved no money and is left out.
 */
export function sumRefunds(intent: Intent, refunds: readonly Stripe.Refund[]): number {
  const charge = chargeOf(intent)
  const released = charge ? charge.amount - intent.amount_received : 0
  const counted = refunds.filter((refund) => !isFailedRefund(refund))
  const release = counted.find((refund) => keyOf(refund) === null && released > 0 && refund.amount === released)

  return counted.reduce((sum, refund) => (refund === release ? sum : sum + refund.amount), 0)
}

/** What disputes have taken for good, in minor units; nothing as long as one of them is open. */
export function sumLost(disputes: readonly Stripe.Dispute[]): number {
  const lost = disputes.filter(({ status }) => status === 'lost')
  const isDecided = disputes.every(({ status }) => status === 'lost' || OVER.includes(status))

  return isDecided ? lost.reduce((sum, { amount }) => sum + amount, 0) : 0
}

/** Tells whether one of these disputes holds the money of a payment, or has taken it. */
export function isHeldByDispute(disputes: readonly Stripe.Dispute[]): boolean {
  return disputes.some(({ status }) => !OVER.includes(status))
}

/** A refund in our words. The key it was asked with stands in its metadata, where Stripe keeps it for good. */
export function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { payment_intent: intent } = refund

  return {
    id: refund.id,
    paymentId: (typeof intent === 'string' ? intent : intent?.id) ?? '',
    amount: toMoney(refund.amount, refund.currency),
    state: isFailedRefund(refund) ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    key: keyOf(refund),
    createdAt: toDate(refund.created),
  }
}

/** Tells whether the money of a refund came back to us. */
function isFailedRefund(refund: Stripe.Refund): boolean {
  return FAILED_REFUNDS.includes(refund.status)
}

function stateOf(intent: Intent): ProviderPaymentState {
  if (intent.status === 'requires_capture') return 'authorised'
  if (intent.status === 'succeeded') return 'captured'

  return intent.status === 'canceled' ? 'voided' : 'open'
}

function stateOfSession(
  session: Stripe.Checkout.Session,
  { intent, isDisputed }: { intent: Intent; isDisputed: boolean },
): ProviderPaymentState {
  if (isDisputed) return 'disputed'
  const state = stateOf(intent)
  if (session.status === 'expired' && (state === 'open' || state === 'voided')) return 'expired'
  // A method that answers late has refused; as long as the page is open the buyer may try another one.
  const isRefused = session.status === 'complete' && intent.status === 'requires_payment_method'

  return isRefused ? 'failed' : state
}

/** Stripe keeps the error of a former try until the next one; what is paid by now was not declined. */
function declineCodeOf({ status, last_payment_error: error }: Intent): string | null {
  return status === 'requires_payment_method' ? (error?.decline_code ?? error?.code ?? null) : null
}

function authorizationEnd(intent: Intent): Date {
  const charge = chargeOf(intent)
  const namedEnd = charge?.payment_method_details?.card?.capture_before

  return toDate(namedEnd ?? (charge?.created ?? intent.created) + MIN_AUTHORIZATION_SECONDS)
}

function keyOf(refund: Stripe.Refund): string | null {
  return refund.metadata?.key ?? null
}

function toMoney(minor: number, currency: string): Money {
  const known = parseCurrency(currency)
  if (!known) throw new PaymentError('content', 'The payment is in an unknown currency.', { code: 'unknown_currency' })

  return money(minor, known)
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1_000)
}

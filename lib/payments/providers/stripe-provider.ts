import Stripe from 'stripe'
import { isChargeable } from '#lib/core/rules/money.ts'
import { PaymentError } from '#lib/payments/providers/errors.ts'
import type {
  PaymentProvider,
  PaymentSubject,
  ProviderPayment,
  ProviderRefund,
  RefundAct,
} from '#lib/payments/providers/provider.ts'
import { askStripe, findAtStripe } from '#lib/payments/providers/stripe-errors.ts'
import {
  chargeOf,
  type Intent,
  sumRefunds,
  toPayment,
  toPaymentOfSession,
  toRefund,
} from '#lib/payments/providers/stripe-objects.ts'
import { toSessionParams } from '#lib/payments/providers/stripe-session.ts'
import { readStripeEvent } from '#lib/payments/providers/stripe-webhook.ts'

const WITH_CHARGE = { expand: ['latest_charge'] }
const PAGE = 100

/** How Stripe is reached. `webhookSecrets`: two while one replaces the other. `apiBase`: a stand-in instead of Stripe. */
export type StripeProviderOptions = {
  secretKey: string
  webhookSecrets: string[]
  apiBase?: string
  /** Limit for one try of a call, in milliseconds. */
  timeoutMs?: number
  /** How often the SDK repeats a call by itself, always with the same key. */
  retries?: number
}

/**
 * Returns Stripe by its SDK: its hosted page, a hold where the buyer pays by card or wallet, money at once otherwise.
 *
 * A repeat never relies on Stripe's memory of keys, which ends after a day: a capture and a void can happen only once per
 * payment, and before a refund is sent the payment's refunds are listed and searched for its key.
 */
export function stripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = connect(options)
  const inTurn = createTurns()

  return {
    name: 'stripe',
    supportsHold: true,

    createSession: async (request) => {
      if (!isChargeable(request.amount)) {
        throw new PaymentError('content', 'This amount cannot be charged.', { code: 'not_chargeable' })
      }
      const session = await askStripe(() =>
        stripe.checkout.sessions.create(toSessionParams(request), { idempotencyKey: request.key }),
      )
      const { id, payment_intent: intent, url } = session

      return { sessionId: id, paymentId: typeof intent === 'string' ? intent : (intent?.id ?? null), url }
    },

    expireSession: async ({ key, sessionId }) => {
      try {
        await askStripe(() => stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: key }))
      } catch (error) {
        // Paid or ended already: the truth is read below.
        if (!(error instanceof PaymentError) || error.kind !== 'content') throw error
      }

      return wanted(await readPayment(stripe, { sessionId }))
    },

    readPayment: (subject) => readPayment(stripe, subject),

    capture: async ({ key, paymentId, amount }) => {
      const intent = wanted(await readIntent(stripe, paymentId))
      // The call itself names no currency: 500 yen would capture 5.00 dollars.
      if (intent.currency.toUpperCase() !== amount.currency) throw wrongCurrency()
      const params = { amount_to_capture: amount.minor, ...WITH_CHARGE }
      const captured = await askStripe(() => stripe.paymentIntents.capture(paymentId, params, { idempotencyKey: key }))

      return withRefunds(stripe, captured)
    },

    voidHold: async ({ key, paymentId }) => {
      const voided = await askStripe(() =>
        stripe.paymentIntents.cancel(paymentId, WITH_CHARGE, { idempotencyKey: key }),
      )

      return withRefunds(stripe, voided)
    },

    refund: (act) => inTurn(act.paymentId, () => refund(stripe, act)),

    listPayments: ({ since }) => listPayments(stripe, since),

    listRefunds: async (paymentId) => (await listRefunds(stripe, paymentId)).map(toRefund),

    parseWebhook: (rawBody, headers, now) =>
      readStripeEvent(rawBody, headers.get('stripe-signature'), { secrets: options.webhookSecrets, now }),
  }
}

function connect({ secretKey, apiBase, timeoutMs = 10_000, retries = 2 }: StripeProviderOptions): Stripe {
  const base = apiBase ? new URL(apiBase) : null

  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(base ? { protocol: base.protocol === 'http:' ? 'http' : 'https', host: base.hostname } : {}),
    ...(base?.port ? { port: base.port } : {}),
  })
}

async function readPayment(stripe: Stripe, subject: PaymentSubject): Promise<ProviderPayment | null> {
  if ('paymentId' in subject) {
    const intent = await readIntent(stripe, subject.paymentId)

    return intent && withRefunds(stripe, intent)
  }
  const expand = { expand: ['payment_intent.latest_charge'] }
  const session = await findAtStripe(() => stripe.checkout.sessions.retrieve(subject.sessionId, expand))
  if (!session) return null
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null

  return toPaymentOfSession(session, intent ? await countRefunds(stripe, intent) : 0)
}

function readIntent(stripe: Stripe, paymentId: string): Promise<Intent | null> {
  return findAtStripe(() => stripe.paymentIntents.retrieve(paymentId, WITH_CHARGE))
}

async function withRefunds(stripe: Stripe, intent: Intent): Promise<ProviderPayment> {
  return toPayment(intent, await countRefunds(stripe, intent))
}

async function countRefunds(stripe: Stripe, intent: Intent): Promise<number> {
  const isRefunded = intent.amount_received > 0 && (chargeOf(intent)?.amount_refunded ?? 0) > 0

  return isRefunded ? sumRefunds(intent, await listRefunds(stripe, intent.id)) : 0
}

/** Oldest first, all pages. */
async function listRefunds(stripe: Stripe, paymentId: string): Promise<Stripe.Refund[]> {
  const newestFirst = await findAtStripe(() =>
    Array.fromAsync(stripe.refunds.list({ payment_intent: paymentId, limit: PAGE })),
  )

  return (newestFirst ?? []).reverse()
}

async function* listPayments(stripe: Stripe, since: Date): AsyncGenerator<ProviderPayment> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const newestFirst = await askStripe(() =>
    Array.fromAsync(stripe.paymentIntents.list({ created, limit: PAGE, expand: ['data.latest_charge'] })),
  )
  for (const intent of newestFirst.reverse()) yield await withRefunds(stripe, intent)
}

async function refund(stripe: Stripe, act: RefundAct): Promise<ProviderRefund> {
  const { key, paymentId, amount, expectedRefundedSoFar, reason } = act
  const intent = wanted(await readIntent(stripe, paymentId))
  if (intent.currency.toUpperCase() !== amount.currency) throw wrongCurrency()
  const before = await listRefunds(stripe, paymentId)
  const known = before.find((one) => one.metadata?.key === key)
  if (known) return toRefund(known)
  if (sumRefunds(intent, before) !== expectedRefundedSoFar.minor) {
    throw new PaymentError('content', 'Another sum was refunded before.', { code: 'refund_mismatch' })
  }
  const metadata = { key, ...(reason ? { reason } : {}) }
  const made = await askStripe(() =>
    stripe.refunds.create({ payment_intent: paymentId, amount: amount.minor, metadata }, { idempotencyKey: key }),
  )

  return toRefund(made)
}

/**
 * Lets one piece of work per payment run at a time in this process: what was refunded before is read, then acted upon.
 * Between processes the shop's own row lock does the same.
 */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return <Result>(paymentId: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(paymentId) ?? Promise.resolve()).then(work, work)
    last.set(paymentId, turn)
    const forget = () => last.get(paymentId) === turn && last.delete(paymentId)
    turn.then(forget, forget)

    return turn
  }
}

function wanted<Found>(found: Found | null): Found {
  if (found === null) throw new PaymentError('content', 'Stripe does not know this.', { code: 'not_found' })

  return found
}

function wrongCurrency(): PaymentError {
  return new PaymentError('content', 'The payment is in another currency.', { code: 'currency_mismatch' })
}

import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { z } from 'zod'
import { isChargeable } from '#lib/core/rules/money.ts'
import {
  PaymentError,
  type PaymentProvider,
  type PaymentSubject,
  type ProviderEvent,
  type ProviderEventKind,
  type ProviderPayment,
  type ProviderRefund,
  type RefundAction,
  type SessionRequest,
} from '#lib/payments/providers/provider.ts'
import {
  type Aftermath,
  chargeOf,
  type Intent,
  isHeldByDispute,
  sumLost,
  sumRefunds,
  toPayment,
  toPaymentOfSession,
  toRefund,
} from '#lib/payments/providers/stripe-objects.ts'

const WITH_CHARGE = { expand: ['latest_charge'] }
const PAGE = 100

/** How Stripe is reached. `webhookSecrets`: two while one replaces the other. `apiBase`: a stand-in instead of Stripe. */
export type StripeProviderOptions = {
  secretKey: string
  webhookSecrets: string[]
  apiBase?: string
  /** Whether its form stands in our own page instead of on a page of Stripe. */
  isEmbedded?: boolean
  /** Limit for one try of a call, in milliseconds. */
  timeoutMs?: number
  /** How often the SDK repeats a call by itself, always with the same key. */
  retries?: number
}

/**
 * Returns Stripe by its SDK: its hosted page or its form in ours, a hold where the buyer pays by card or wallet, money at once
 * otherwise.
 *
 * A repeat never relies on Stripe's memory of keys, which ends after a day: a capture and a void can happen only once per
 * payment, and before a refund is sent the payment's refunds are listed and searched for its key.
 */
export function stripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = connect(options)
  const inTurn = createTurns()

  return {
    name: 'stripe',

    createSession: async (request) => {
      if (!isChargeable(request.amount)) {
        throw new PaymentError('content', 'This amount cannot be charged.', { code: 'not_chargeable' })
      }
      // A key stands for one way to show it: a repeat after the setting was changed is another request.
      const idempotencyKey = options.isEmbedded ? `${request.key}-form` : request.key
      const session = await callStripe(() =>
        stripe.checkout.sessions.create(toSessionParams(request, options), { idempotencyKey }),
      )
      const { id, payment_intent: intent, url } = session

      return {
        sessionId: id,
        paymentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
        url: options.isEmbedded ? request.formUrl : url,
      }
    },

    readForm: async (sessionId) => {
      const session = await findAtStripe(() => stripe.checkout.sessions.retrieve(sessionId))

      return session?.status === 'open' ? session.client_secret : null
    },

    expireSession: async ({ key, sessionId }) => {
      try {
        await callStripe(() => stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: key }))
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
      const captured = await callStripe(() => stripe.paymentIntents.capture(paymentId, params, { idempotencyKey: key }))

      return withAftermath(stripe, captured)
    },

    voidAuthorization: async ({ key, paymentId }) => {
      const voided = await callStripe(() =>
        stripe.paymentIntents.cancel(paymentId, WITH_CHARGE, { idempotencyKey: key }),
      )

      return withAftermath(stripe, voided)
    },

    refund: (action) => inTurn(action.paymentId, () => refund(stripe, action)),

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

    return intent && withAftermath(stripe, intent)
  }
  const expand = { expand: ['payment_intent.latest_charge'] }
  const session = await findAtStripe(() => stripe.checkout.sessions.retrieve(subject.sessionId, expand))
  if (!session) return null
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null

  return intent ? toPaymentOfSession(session, await readAftermath(stripe, intent)) : toPaymentOfSession(session)
}

function readIntent(stripe: Stripe, paymentId: string): Promise<Intent | null> {
  return findAtStripe(() => stripe.paymentIntents.retrieve(paymentId, WITH_CHARGE))
}

async function withAftermath(stripe: Stripe, intent: Intent): Promise<ProviderPayment> {
  return toPayment(intent, await readAftermath(stripe, intent))
}

async function readAftermath(stripe: Stripe, intent: Intent): Promise<Aftermath> {
  return { refundedMinor: await countRefunds(stripe, intent), ...(await readDisputes(stripe, intent)) }
}

/**
 * A charge that was ever disputed says so for good; how that ended is known by the disputes alone. A key that may not read
 * them leaves it to a person.
 */
async function readDisputes(stripe: Stripe, intent: Intent): Promise<Omit<Aftermath, 'refundedMinor'>> {
  if (!chargeOf(intent)?.disputed) return { isDisputed: false }
  try {
    const found = await Array.fromAsync(stripe.disputes.list({ payment_intent: intent.id, limit: PAGE }))
    // A charge that is said to be disputed, and a list without its dispute: how that stands is not known.
    if (found.length === 0) return { isDisputed: true }

    return { isDisputed: isHeldByDispute(found), disputes: found.length, lostMinor: sumLost(found) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 403) return { isDisputed: true }
    throw toPaymentError(error)
  }
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
  const newestFirst = await callStripe(() =>
    Array.fromAsync(stripe.paymentIntents.list({ created, limit: PAGE, expand: ['data.latest_charge'] })),
  )
  for (const intent of newestFirst.reverse()) yield await withAftermath(stripe, intent)
}

async function refund(stripe: Stripe, action: RefundAction): Promise<ProviderRefund> {
  const { key, paymentId, amount, expectedRefundedSoFar, reason } = action
  const intent = wanted(await readIntent(stripe, paymentId))
  if (intent.currency.toUpperCase() !== amount.currency) throw wrongCurrency()
  const before = await listRefunds(stripe, paymentId)
  const known = before.find((one) => one.metadata?.key === key)
  if (known) return toRefund(known)
  if (sumRefunds(intent, before) !== expectedRefundedSoFar.minor) {
    throw new PaymentError('content', 'Another sum was refunded before.', { code: 'refund_mismatch' })
  }
  const metadata = { key, ...(reason ? { reason } : {}) }
  const made = await callStripe(() =>
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

// Answers about our key, our pace or a call that is still running: they say nothing about the act itself.
const OPEN_STATUSES = [401, 403, 408, 409, 429]

/** Runs one call and gives its answer. Rejects with `PaymentError`; the message holds a code and a request id only. */
async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw toPaymentError(error)
  }
}

/** As `callStripe`, with `null` for an object that Stripe does not know. */
async function findAtStripe<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null
    throw toPaymentError(error)
  }
}

/** Sorts a failure of the SDK. What did not come from Stripe or the network is a mistake of ours and stays as it is. */
function toPaymentError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { statusCode: status = 0, rawType } = error
  // The SDK's own text is left out: for a refused key it repeats the end of that key.
  const request = error.requestId ? `, request ${error.requestId}` : ''
  if (error instanceof Stripe.errors.StripeConnectionError || status === 0) {
    return new PaymentError('network', `Stripe gave no answer${request}.`)
  }
  if (status >= 500 || OPEN_STATUSES.includes(status)) {
    return new PaymentError('server', `Stripe answered ${status}${request}.`, { code: error.code ?? `http_${status}` })
  }
  const code = rawType === 'idempotency_error' ? 'key_reused' : status === 404 ? 'not_found' : (error.code ?? 'refused')

  return new PaymentError('content', `Stripe refused the call: ${code}${request}.`, { code })
}

// Stripe keeps a page open for 30 minutes at least, counted from when it gets the request. The shop ends it earlier.
const LONGER_THAN_REQUESTED_SECONDS = 31 * 60
const LOCALES = new Set(
  (
    'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv ' +
    'th tr vi zh zh-HK zh-TW'
  ).split(' '),
)

/**
 * Returns what a page or form is asked for: a hold for eSIMs and wallets, other methods as the account has them.
 *
 * Everything comes from the request, nothing from the clock: a repeat with the same key must ask for the same.
 */
function toSessionParams(
  request: SessionRequest,
  { isEmbedded }: StripeProviderOptions,
): Stripe.Checkout.SessionCreateParams {
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
    ...(isEmbedded
      ? { ui_mode: 'embedded_page', return_url: request.successUrl }
      : { success_url: request.successUrl, cancel_url: request.cancelUrl }),
    expires_at: Math.floor(request.expiresAt.getTime() / 1_000) + LONGER_THAN_REQUESTED_SECONDS,
    locale: (LOCALES.has(request.locale) ? request.locale : 'auto') as Stripe.Checkout.SessionCreateParams.Locale,
    ...(request.customerEmail ? { customer_email: request.customerEmail } : {}),
  }
}

const TOLERANCE_SECONDS = 300

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const eventWire = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), payment_intent: idOf.nullish() }) }),
})

const KINDS: Record<string, ProviderEventKind> = {
  'checkout.session.completed': 'payment.authorised',
  'checkout.session.async_payment_succeeded': 'payment.captured',
  'checkout.session.async_payment_failed': 'payment.failed',
  'checkout.session.expired': 'session.expired',
  'payment_intent.amount_capturable_updated': 'payment.authorised',
  'payment_intent.succeeded': 'payment.captured',
  'payment_intent.payment_failed': 'payment.failed',
  'payment_intent.canceled': 'payment.voided',
  'charge.dispute.created': 'payment.disputed',
  'charge.refunded': 'refund.succeeded',
}

/**
 * Returns what a signed event of Stripe is about.
 *
 * One of `secrets` must have signed exactly these bytes, 300 s away from `now` at most, both ways. Throws `PaymentError`:
 * `bad_signature` before anything of the body is read, `content` for a signed body that is no event.
 */
function readStripeEvent(rawBody: string | Uint8Array, header: string | null, check: Check): ProviderEvent {
  if (!check.secrets.some((secret) => isSigned(rawBody, { header, secret, now: check.now }))) {
    throw new PaymentError('bad_signature', 'The webhook is not signed by Stripe.')
  }
  const { id: eventId, type, data } = parse(rawBody)
  const { id: objectId, object, payment_intent: intent } = data.object

  return {
    eventId,
    kind: KINDS[type] ?? 'other',
    objectId,
    sessionId: object === 'checkout.session' ? objectId : null,
    paymentId: object === 'payment_intent' ? objectId : (intent ?? null),
  }
}

type Check = { secrets: string[]; now: Date }
type Signed = { header: string | null; secret: string; now: Date }

function isSigned(rawBody: string | Uint8Array, { header, secret, now }: Signed): boolean {
  try {
    const { signature } = Stripe.webhooks
    if (!signature?.verifyHeader(rawBody, header ?? '', secret, TOLERANCE_SECONDS, undefined, now.getTime())) {
      return false
    }
  } catch {
    return false
  }

  return isInTime(header ?? '', now)
}

/** The SDK refuses old stamps only; one from the future could be replayed later. */
function isInTime(header: string, now: Date): boolean {
  const stamps = header.split(',').filter((field) => field.trim().startsWith('t='))
  const ages = stamps.map((field) => Math.floor(now.getTime() / 1_000) - Number(field.trim().slice(2)))

  // NaN fails this comparison too, which an inverted one would let pass.
  return ages.length > 0 && ages.every((age) => Math.abs(age) <= TOLERANCE_SECONDS)
}

function parse(rawBody: string | Uint8Array): z.output<typeof eventWire> {
  try {
    return eventWire.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')))
  } catch (cause) {
    throw new PaymentError('content', 'The signed webhook cannot be read.', { cause })
  }
}

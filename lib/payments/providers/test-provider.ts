import { createHmac, timingSafeEqual } from 'node:crypto'
import { Agent, type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { isChargeable, type Money, money } from '#lib/core/rules/money.ts'
import {
  PaymentError,
  type PaymentProvider,
  type PaymentSubject,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
  type SessionRequest,
} from '#lib/payments/providers/provider.ts'

/** Where the test payment server is and what it shares with us. `webhookUrl` overrides where it sends its events. */
export type TestProviderOptions = {
  baseUrl: string
  key: string
  webhookSecret: string
  webhookUrl?: string
  /** `manual` holds first and takes later, `automatic` takes at once. */
  captureMethod?: 'manual' | 'automatic'
  /** Limit for a whole call, in milliseconds. */
  timeoutMs?: number
}

/** Returns a provider that moves no money: the test payment server, reached over HTTP. Refuse it in live mode. */
export function testProvider(options: TestProviderOptions): PaymentProvider {
  const send = createTestSend({ baseUrl: options.baseUrl, key: options.key, timeoutMs: options.timeoutMs ?? 10_000 })

  return {
    name: 'test',

    createSession: async (request) => {
      const body = toSessionBody(request, options)
      const session = await sendWanted(
        send,
        { method: 'POST', path: '/v1/sessions', key: request.key, body },
        sessionWire,
      )

      return { sessionId: session.id, paymentId: session.paymentId, url: session.url }
    },

    expireSession: async ({ key, sessionId }) => {
      const path = `/v1/sessions/${encodeURIComponent(sessionId)}/expire`
      const session = await sendWanted(send, { method: 'POST', path, key, body: {} }, sessionWire)

      return toPayment(session.payment)
    },

    readPayment: (subject) => readPayment(send, subject),

    capture: async ({ key, paymentId, amount }) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/capture`
      const call: TestCall = { method: 'POST', path, key, body: toWireAmount(amount) }

      return toPayment(await sendWanted(send, call, paymentWire))
    },

    voidAuthorization: async ({ key, paymentId }) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/void`

      return toPayment(await sendWanted(send, { method: 'POST', path, key, body: {} }, paymentWire))
    },

    refund: async ({ key, paymentId, amount, expectedRefundedSoFar, reason }) => {
      const body = {
        paymentId,
        ...toWireAmount(amount),
        expectedRefundedSoFar: expectedRefundedSoFar.minor,
        ...(reason ? { reason } : {}),
      }

      return toRefund(await sendWanted(send, { method: 'POST', path: '/v1/refunds', key, body }, refundWire))
    },

    listPayments: ({ since }) => listPayments(send, since),

    listRefunds: async (paymentId) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`
      const page = await send({ method: 'GET', path }, refundListWire)

      return (page?.data ?? []).map(toRefund)
    },

    parseWebhook: (rawBody, headers, now) => {
      assertSigned(rawBody, headers.get('test-payments-signature'), { secret: options.webhookSecret, now })

      return toEvent(parseEvent(rawBody))
    },
  }
}

async function sendWanted<Wire>(send: TestSend, call: TestCall, schema: z.ZodType<Wire>): Promise<Wire> {
  const answer = await send(call, schema)
  if (answer === null)
    throw new PaymentError('content', 'The payment server does not know this.', { code: 'not_found' })

  return answer
}

async function readPayment(send: TestSend, subject: PaymentSubject): Promise<ProviderPayment | null> {
  if ('paymentId' in subject) {
    const path = `/v1/payments/${encodeURIComponent(subject.paymentId)}`
    const payment = await send({ method: 'GET', path }, paymentWire)

    return payment && toPayment(payment)
  }
  const session = await send(
    { method: 'GET', path: `/v1/sessions/${encodeURIComponent(subject.sessionId)}` },
    sessionWire,
  )

  return session && toPayment(session.payment)
}

async function* listPayments(send: TestSend, since: Date): AsyncGenerator<ProviderPayment> {
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ since: since.toISOString(), ...(cursor === null ? {} : { cursor }) })
    const page: z.output<typeof paymentPageWire> = await sendWanted(
      send,
      { method: 'GET', path: `/v1/payments?${query}` },
      paymentPageWire,
    )
    yield* page.data.map(toPayment)
    cursor = page.nextCursor
  } while (cursor !== null)
}

// With its currency, so that 500 yen never capture 5.00 dollars.
function toWireAmount({ minor, currency }: Money): { amount: number; currency: string } {
  return { amount: minor, currency }
}

function toSessionBody(request: SessionRequest, options: TestProviderOptions): Record<string, unknown> {
  if (!isChargeable(request.amount)) {
    throw new PaymentError('content', 'This amount cannot be charged.', { code: 'not_chargeable' })
  }

  return {
    ...toWireAmount(request.amount),
    reference: request.reference,
    description: request.description,
    metadata: { ...request.metadata, orderId: request.orderId },
    captureMethod: options.captureMethod ?? 'manual',
    successUrl: request.successUrl,
    cancelUrl: request.cancelUrl,
    expiresAt: request.expiresAt.toISOString(),
    locale: request.locale,
    ...(request.customerEmail ? { customerEmail: request.customerEmail } : {}),
    ...(options.webhookUrl ? { webhookUrl: options.webhookUrl } : {}),
  }
}

function parseEvent(rawBody: string | Uint8Array): z.output<typeof eventWire> {
  try {
    return eventWire.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')))
  } catch (cause) {
    throw new PaymentError('content', 'The signed webhook cannot be read.', { cause })
  }
}

// Behind our clock and ahead of it alike: a stamp from the future can be replayed later.
const TOLERANCE_SECONDS = 300

/**
 * Passes when `header` (`t=<seconds>,v1=<hex>`) signs exactly these bytes with this secret, in time.
 *
 * Throws `PaymentError` of kind `bad_signature` otherwise, with the same message for every cause: a forger learns nothing.
 */
function assertSigned(rawBody: string | Uint8Array, header: string | null, check: Check): void {
  const fields = (header ?? '').split(',').map((field) => field.trim().split('='))
  const stamp = Number(fields.find(([name]) => name === 't')?.[1] ?? Number.NaN)
  const signatures = fields.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  const age = Math.floor(check.now.getTime() / 1_000) - stamp
  // NaN fails this comparison too, which an inverted one would let pass.
  const isInTime = Math.abs(age) <= TOLERANCE_SECONDS
  const expected = createHmac('sha256', check.secret).update(`${stamp}.`).update(rawBody).digest()

  if (isInTime && signatures.some((signature) => isSameDigest(signature, expected))) return
  throw new PaymentError('bad_signature', 'The webhook is not signed by the payment provider.')
}

type Check = { secret: string; now: Date }

function isSameDigest(signature: string, expected: Uint8Array): boolean {
  const given = Buffer.from(signature, 'hex')

  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** One call to the test payment server. `path` starts with a slash; `key` makes a POST repeat-safe. */
type TestCall = { method: 'GET' | 'POST'; path: string; key?: string; body?: Record<string, unknown> }

/** Sends a call once and returns the parsed answer, `null` for 404. Rejects with `PaymentError`. */
type TestSend = <Wire>(call: TestCall, schema: z.ZodType<Wire>) => Promise<Wire | null>

const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024
const refusalWire = z.object({ error: z.object({ code: z.string(), message: z.string().max(500) }) })

/** Returns a sender that neither repeats a call nor follows a redirect, so that one call is one act at most. */
function createTestSend({ baseUrl, key, timeoutMs }: { baseUrl: string; key: string; timeoutMs: number }): TestSend {
  const dispatcher = new Agent({
    connectTimeout: 5_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  })

  return async (call, schema) => {
    const { status, text } = await exchange(call, { baseUrl, key, dispatcher, timeoutMs })
    if (status === 404) return null
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw toRefusal(text)
    if (status < 200 || status >= 300) throw new PaymentError('server', `The payment server answered ${status}.`)
    const parsed = schema.safeParse(parseJson(text))
    if (!parsed.success) throw new PaymentError('server', 'The payment server gave an answer that cannot be read.')

    return parsed.data
  }
}

type OrderItem = { baseUrl: string; key: string; dispatcher: Dispatcher; timeoutMs: number }

async function exchange(
  { method, path, key, body }: TestCall,
  item: OrderItem,
): Promise<{ status: number; text: string }> {
  try {
    const response = await request(new URL(path, item.baseUrl), {
      method,
      dispatcher: item.dispatcher,
      // One limit for the whole exchange: a server that sends a byte now and then must not hold a worker.
      signal: AbortSignal.timeout(item.timeoutMs),
      headers: {
        authorization: `Bearer ${item.key}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

    return { status: response.statusCode, text: await response.body.text() }
  } catch (cause) {
    throw new PaymentError('network', 'The payment server gave no answer.', { cause })
  }
}

function toRefusal(text: string): PaymentError {
  const refusal = refusalWire.safeParse(parseJson(text)).data?.error

  return refusal
    ? new PaymentError('content', refusal.message, { code: refusal.code })
    : new PaymentError('content', 'The payment server refused the call.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const minorWire = z.int().min(0)
const instantWire = z.iso.datetime().transform((text) => new Date(text))

/** A payment as the test server writes it. */
const paymentWire = z.object({
  id: z.string(),
  sessionId: z.string(),
  status: z.enum(['open', 'authorised', 'captured', 'voided', 'failed', 'expired', 'disputed']),
  amount: minorWire,
  currency: z.string(),
  captured: minorWire,
  refunded: minorWire,
  reference: z.string(),
  metadata: z.record(z.string(), z.string()),
  livemode: z.boolean(),
  account: z.string(),
  customerEmail: z.string().nullish(),
  declineCode: z.string().nullish(),
  holdExpiresAt: instantWire.nullable(),
  createdAt: instantWire,
})

/** A session with its payment. */
const sessionWire = z.object({ id: z.string(), url: z.url(), paymentId: z.string(), payment: paymentWire })

/** One page of payments; `nextCursor` is `null` on the last one. */
const paymentPageWire = z.object({ data: z.array(paymentWire), nextCursor: z.string().nullable() })

/** A refund as the test server writes it. */
const refundWire = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: minorWire,
  currency: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  key: z.string().nullable(),
  createdAt: instantWire,
})

/** All refunds of one payment. */
const refundListWire = z.object({ data: z.array(refundWire) })

/** A webhook's body. A type that is not listed becomes `other`. */
const eventWire = z.object({
  id: z.string().min(1),
  type: z
    .enum([
      'payment.authorised',
      'payment.captured',
      'payment.failed',
      'payment.voided',
      'payment.disputed',
      'refund.succeeded',
      'session.expired',
      'other',
    ])
    .catch('other'),
  data: z.object({ id: z.string(), sessionId: z.string().nullable(), paymentId: z.string().nullable() }),
})

/** Returns the payment in our words. Throws `PaymentError` for a currency that the shop cannot count in. */
function toPayment(wire: z.output<typeof paymentWire>): ProviderPayment {
  return {
    id: wire.id,
    sessionId: wire.sessionId,
    state: wire.status,
    amount: toMoney(wire),
    capturedMinor: wire.captured,
    refundedMinor: wire.refunded,
    reference: wire.reference,
    metadata: wire.metadata,
    isTest: !wire.livemode,
    account: wire.account,
    customerEmail: wire.customerEmail ?? null,
    declineCode: wire.declineCode ?? null,
    holdExpiresAt: wire.holdExpiresAt,
    createdAt: wire.createdAt,
  }
}

/** Returns the refund in our words. Throws like `toPayment`. */
function toRefund(wire: z.output<typeof refundWire>): ProviderRefund {
  return {
    id: wire.id,
    paymentId: wire.paymentId,
    amount: toMoney(wire),
    state: wire.status,
    key: wire.key,
    createdAt: wire.createdAt,
  }
}

/** Returns what an event is about. */
function toEvent(wire: z.output<typeof eventWire>): ProviderEvent {
  const { id: objectId, sessionId, paymentId } = wire.data

  return { eventId: wire.id, kind: wire.type, objectId, sessionId, paymentId }
}

function toMoney({ amount, currency }: { amount: number; currency: string }): Money {
  const known = parseCurrency(currency)
  if (!known) throw new PaymentError('content', 'The payment is in an unknown currency.', { code: 'unknown_currency' })

  return money(amount, known)
}

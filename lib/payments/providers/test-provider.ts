import type { z } from 'zod'
import { isChargeable, type Money } from '#lib/core/rules/money.ts'
import { PaymentError } from '#lib/payments/providers/errors.ts'
import type {
  PaymentProvider,
  PaymentSubject,
  ProviderPayment,
  SessionRequest,
} from '#lib/payments/providers/provider.ts'
import { createTestSend, type TestCall, type TestSend } from '#lib/payments/providers/test-transport.ts'
import {
  eventWire,
  paymentPageWire,
  paymentWire,
  refundListWire,
  refundWire,
  sessionWire,
  toEvent,
  toPayment,
  toRefund,
} from '#lib/payments/providers/test-wire.ts'
import { assertSigned } from '#lib/payments/providers/webhook-signature.ts'

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
    supportsHold: options.captureMethod !== 'automatic',

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

    voidHold: async ({ key, paymentId }) => {
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

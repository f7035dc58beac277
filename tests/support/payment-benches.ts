import { createHmac } from 'node:crypto'
import { transaction } from '#lib/core/repository/client.ts'
import { bankTransfer, type PaymentProvider, stripeProvider } from '#lib/payments/providers/index.ts'
import {
  addPayout,
  endTransfer,
  findTransfer,
  listPayouts,
  listTransfers,
  openTransfer,
  receiveTransfer,
} from '#lib/payments/repository/bank-transfers.ts'
import { startStripeStandIn } from '#tests/support/stripe-stand-in/server.ts'
import { SECRET, startBench } from '#tests/unit/sandbox-payments/bench.ts'

export const STRIPE_KEY = 'sk_test_contract'
export const STRIPE_SECRET = 'whsec_contract'

export type Signed = { body: string; headers: Headers }
export type SignedEvent = { paymentId: string; stampSeconds: number; secret?: string }

/** A provider with the outside world that it speaks to. */
export type PaymentBench = {
  provider: PaymentProvider
  /** Whether a payment of this bench is held before it is taken. */
  authorises: boolean
  /** The buyer pays the whole sum. */
  pay: (sessionId: string) => Promise<void>
  /** The next act is carried out, and its answer is lost. */
  loseNextAnswer: () => Promise<void>
  /** A day passes. */
  forgetKeys: () => Promise<void>
  /** A captured-event as the provider signs it; `null` where there are no events. */
  sign: ((event: SignedEvent) => Signed) | null
  close: () => Promise<void>
}

export async function testBench(captureMethod: 'manual' | 'automatic'): Promise<PaymentBench> {
  const bench = await startBench({ provider: { captureMethod } })

  return {
    provider: bench.provider,
    authorises: captureMethod === 'manual',
    // By its page: the control plane can pay what nobody could.
    pay: async (sessionId) => {
      const body = new URLSearchParams({ success: '1' })
      await fetch(`${bench.url}/pay/${sessionId}`, { method: 'POST', body, redirect: 'manual' })
    },
    loseNextAnswer: async () => {
      await bench.control('POST', 'faults', { endpoint: 'refund.create', when: 'after', kind: 'reset' })
    },
    forgetKeys: async () => void (await bench.control('POST', 'clock', { advanceMs: 25 * 3_600_000 })),
    sign: ({ paymentId, stampSeconds, secret = SECRET }) => {
      const data = { id: paymentId, sessionId: null, paymentId }
      const body = JSON.stringify({ id: 'evt_1', type: 'payment.captured', data })
      const digest = createHmac('sha256', secret).update(`${stampSeconds}.${body}`).digest('hex')

      return { body, headers: new Headers({ 'test-payments-signature': `t=${stampSeconds},v1=${digest}` }) }
    },
    close: bench.close,
  }
}

export async function stripeBench(method: 'card' | 'instant'): Promise<PaymentBench> {
  const standIn = await startStripeStandIn({ secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET })

  return {
    provider: stripeProvider({
      secretKey: STRIPE_KEY,
      webhookSecrets: [STRIPE_SECRET],
      apiBase: standIn.url,
      timeoutMs: 2_000,
    }),
    authorises: method === 'card',
    pay: async (sessionId) => void standIn.buyer.pay(sessionId, method),
    // Longer than the SDK repeats by itself.
    loseNextAnswer: async () => standIn.fail({ path: /^\/v1\/refunds$/, kind: 'lost', times: 3, method: 'POST' }),
    forgetKeys: async () => standIn.forgetKeys(),
    sign: ({ paymentId, stampSeconds, secret = STRIPE_SECRET }) => {
      const object = { id: paymentId, object: 'payment_intent' }
      const event = { id: 'evt_1', type: 'payment_intent.succeeded', object }
      const { payload, header } = standIn.hooks.sign(event, { secret, timestamp: stampSeconds })

      return { body: payload, headers: new Headers({ 'stripe-signature': header }) }
    },
    close: standIn.close,
  }
}

/** Its outside world is the book, so the calling file needs a database. */
export async function bankBench(): Promise<PaymentBench> {
  const provider = bankTransfer({
    book: {
      open: openTransfer,
      find: findTransfer,
      end: endTransfer,
      list: listTransfers,
      payBack: addPayout,
      listPayouts,
    },
    isTest: true,
  })
  let isLost = false
  const lossy: PaymentProvider = {
    ...provider,
    refund: async (action) => {
      const refund = await provider.refund(action)
      if (!isLost) return refund
      isLost = false
      throw new Error('The process ended here.')
    },
  }

  return {
    provider: lossy,
    authorises: false,
    pay: async (sessionId) => {
      const transfer = await findTransfer(sessionId)
      if (!transfer || transfer.endedAt) throw new Error('There is nothing to pay for.')
      const arrival = { amount: transfer.amount, on: '2026-11-20', by: 'staff:stf_1', bankReference: '' }
      await transaction((tx) => receiveTransfer(sessionId, arrival, tx))
    },
    loseNextAnswer: async () => {
      isLost = true
    },
    forgetKeys: async () => undefined,
    sign: null,
    close: async () => undefined,
  }
}

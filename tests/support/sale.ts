import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Caller, Guest } from '#lib/core/rules/caller.ts'
import type { VisitOrigin } from '#lib/core/rules/field-schemas.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'
import { forgetProviders } from '#lib/payments/commands/payments.ts'
import { recordPaymentEvent } from '#lib/payments/commands/read-payment.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { startTestPayments } from '#sandbox/payments/server.ts'
import { eventually } from '#tests/support/patience.ts'
import { checkoutInput, quote } from '#tests/support/quotes.ts'
import { changeSettings, type Shop, startStockedShop } from '#tests/support/shop.ts'

/** 3 GB for 7 days in Japan. */
export const PLAN = '392-0-7-3-G'
const SECRET = 'whsec_test_payments'

export type PaymentLedger = {
  payments: {
    id: string
    sessionId: string
    status: string
    reference: string
    amount: number
    captured: number
    refunded: number
  }[]
  captures: { amount: number; paymentId: string }[]
  refunds: { amount: number; paymentId: string; key: string | null }[]
  totals: { reference: string; net: number }[]
}

/** The payment provider, as its own people see it. */
export type Payments = { paymentsUrl: string }

/** A shop with a catalogue, a provider, a payment provider and somebody who takes its events in over HTTP. */
export type Sale = Payments & {
  shop: Shop
  /** How the events were answered, in their order. */
  answers: { status: number; ms: number }[]
  close: () => Promise<void>
}

export async function startSale(settings: Record<string, string> = {}): Promise<Sale> {
  const answers: Sale['answers'] = []
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const startedAt = performance.now()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      recordPaymentEvent('test', Buffer.concat(chunks), headers)
        .then(() => 200)
        .catch((error: { code?: string }) => (error.code === 'bad_input' ? 400 : 500))
        .then((status) => {
          answers.push({ status, ms: performance.now() - startedAt })
          response.writeHead(status).end()
        })
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const payments = await startTestPayments({ key: 'key_test', webhookSecret: SECRET, retryMs: 100 })
  const shop = await startStockedShop({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TEST_PAYMENTS_URL: payments.url,
    TEST_PAYMENTS_KEY: 'key_test',
    TEST_PAYMENTS_WEBHOOK_SECRET: SECRET,
    TIME_SCALE: '60',
    ...settings,
  })
  forgetProviders()

  return {
    shop,
    paymentsUrl: payments.url,
    answers,
    close: async () => {
      forgetProviders()
      await payments.close()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await shop.close()
    },
  }
}

/** Both outside parties as on the first day, and nothing of theirs remembered here. */
export async function freshParties(sale: Sale): Promise<void> {
  changeSettings(sale.shop.settings)
  sale.shop.provider.control.reset()
  await control(sale, 'faults/clear')
  await db().providerSession.updateMany({ data: { nextTryAt: null } })
  await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
  await db().capability.deleteMany()
  await db().setting.deleteMany()
}

/** Speaks to the payment server's control plane. */
export async function control<Answer = unknown>(sale: Payments, path: string, body?: unknown): Promise<Answer> {
  const isRead = body === undefined && !path.startsWith('faults')
  const response = await fetch(`${sale.paymentsUrl}/_control/${path}`, {
    method: isRead ? 'GET' : 'POST',
    ...(isRead ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  })
  if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`)

  return (await response.json()) as Answer
}

export function paymentLedger(sale: Sale): Promise<PaymentLedger> {
  return control<PaymentLedger>(sale, 'ledger')
}

export type Started = Awaited<ReturnType<typeof startOrder>> & {
  itemId: string
  itemRef: string
  sessionId: string
  caller: Guest
}

type OrderInput = {
  count?: number
  planKey?: string
  email?: string
  caller?: Caller
  currency?: string | undefined
  origin?: VisitOrigin
  remind?: true
  gift?: GiftInput
  timeZone?: string
}

/** An order that waits for its payment. `caller` is the browser that orders. */
export async function order(input: OrderInput = {}): Promise<Started> {
  const { count = 1, planKey = PLAN, email, caller = { kind: 'anonymous' } } = input
  const { currency, origin, remind, gift, timeZone } = input
  const { id: quoteId } = await quote(planKey, { count, ...(currency && { currency }) })
  const known = checkoutInput([quoteId])
  const started = await startOrder(caller, {
    ...known,
    ...(email && { email }),
    consents: { ...known.consents, ...(remind && { remind }) },
    ...(origin && { origin }),
    ...(gift && { gift }),
    ...(timeZone !== undefined && { timeZone }),
  })

  return { ...started, ...(await identify(started.orderId)), caller: guestOf(started.orderId) }
}

async function identify(orderId: string) {
  const item = await db().orderItem.findFirstOrThrow({ where: { orderId } })
  const payment = await db().payment.findFirstOrThrow({ where: { orderId } })

  return { itemId: item.id, itemRef: item.itemRef, sessionId: payment.sessionId ?? '' }
}

/** The browser that paid for an order. */
export function guestOf(orderId: string): Guest {
  return { kind: 'guest', sessionId: 'gst_test', grants: [{ orderId, grant: 'paid_here', grantedAt: new Date() }] }
}

/** The buyer pays at the provider's page. */
export async function pay(sale: Payments, started: { sessionId: string }, outcome: 'success' | 'decline' = 'success') {
  await control(sale, `sessions/${started.sessionId}/pay`, { outcome })
}

/** An order that is paid. */
export async function buy(sale: Payments, input?: OrderInput): Promise<Started> {
  const started = await order(input)
  await pay(sale, started)

  return started
}

/** An order that is paid, once its item has come to one of these states. */
export async function sell(sale: Payments, input?: OrderInput, states = ['DELIVERED']): Promise<Started> {
  const started = await buy(sale, input)
  await workUntil(started.itemId, states)

  return started
}

/** Somebody else lets a hold go, as a bank does. */
export async function voidElsewhere(sale: Payments, paymentId = ''): Promise<void> {
  await fetch(`${sale.paymentsUrl}/v1/payments/${paymentId}/void`, {
    method: 'POST',
    headers: { authorization: 'Bearer key_test', 'content-type': 'application/json', 'idempotency-key': 'foreign' },
    body: '{}',
  })
}

export function stateOf(itemId: string): Promise<string> {
  return db()
    .orderItem.findUniqueOrThrow({ where: { id: itemId } })
    .then((item) => item.state)
}

/** Works until the item has reached a state, or fails saying where it stands. */
export function workUntil(itemId: string, states: string[], withinMs?: number): Promise<string> {
  const check = async () => {
    await runUntilIdle()

    return stateOf(itemId)
  }

  return eventually(check, (state) => states.includes(state), withinMs)
}

/** The calls that bought, or tried to, under one reference. */
export function placements(sale: Sale, itemRef?: string) {
  const calls = sale.shop.provider.control.calls({ path: 'addEsimOrder' })

  return itemRef === undefined ? calls : calls.filter((call) => call.reference === itemRef)
}

/** Living orders at the provider under one reference: its books, not ours. */
export function livingOrders(sale: Sale, itemRef?: string) {
  const orders = sale.shop.provider.control.orders().filter((entry) => entry.statusNow !== 2)

  return itemRef === undefined ? orders : orders.filter((entry) => entry.otherOrderId === itemRef)
}

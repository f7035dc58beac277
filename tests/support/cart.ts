import { type OrderInput, startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import type { FaultInput } from '#sandbox/upstream/faults.ts'
import { eventually } from '#tests/support/patience.ts'
import { checkoutInput, quote } from '#tests/support/quotes.ts'
import { guestOf, PLAN, paymentLedger, type Sale } from '#tests/support/sale.ts'

/** Another plan of Japan: 5 GB for 15 days. */
export const OTHER_PLAN = '392-0-15-5-G'

export type CartItem = { planKey?: string; count?: number; days?: number; travellers?: string[] }

/** What a buyer sends to order these items, with a key of its own. */
export async function cartInput(items: CartItem[], method?: PaymentMethod) {
  const wanted: OrderInput['items'] = []
  for (const { planKey = PLAN, travellers = [], count = 1, days } of items) {
    wanted.push({ quoteId: (await quote(planKey, { count, ...(days && { days }) })).id, travellers })
  }

  return checkoutInput([], { items: wanted, ...(method && { method }) })
}

/** An order of several items that waits for its payment. `caller` is the browser that orders. */
export async function orderCart(items: CartItem[], method?: PaymentMethod, caller: Caller = { kind: 'anonymous' }) {
  const started = await startOrder(caller, await cartInput(items, method))

  return { ...started, ...(await cartOf(started.orderId)), caller: guestOf(started.orderId) }
}

export type Cart = Awaited<ReturnType<typeof orderCart>>

async function cartOf(orderId: string) {
  const payment = await db().payment.findFirstOrThrow({ where: { orderId } })
  const items = await db().orderItem.findMany({
    where: { orderId },
    orderBy: { position: 'asc' },
    select: { id: true, itemRef: true, priceMinor: true, quoteId: true },
  })

  return { paymentId: payment.id, sessionId: payment.sessionId ?? '', amountMinor: payment.amountMinor, items }
}

export function statesOf({ orderId }: Pick<Cart, 'orderId'>): Promise<string[]> {
  return db()
    .orderItem.findMany({ where: { orderId }, orderBy: { position: 'asc' }, select: { state: true } })
    .then((items) => items.map(({ state }) => state))
}

/** Works until the items of an order stand like this, or fails saying where they stand. */
export async function workUntilItems(cart: Pick<Cart, 'orderId'>, wanted: string[]): Promise<void> {
  const check = async () => {
    await runUntilIdle()

    return statesOf(cart)
  }
  await eventually(check, (states) => states.join() === wanted.join())
}

/** What was taken and what went back for an order, by the books of the payment provider. */
export async function moneyOfCart(sale: Sale, { sessionId }: Pick<Cart, 'sessionId'>) {
  const { payments, captures, refunds } = await paymentLedger(sale)
  const payment = payments.find((candidate) => candidate.sessionId === sessionId)
  const amounts = (entries: { paymentId: string; amount: number }[]) =>
    entries.filter(({ paymentId }) => paymentId === payment?.id).map(({ amount }) => amount)

  return { status: payment?.status, captures: amounts(captures), refunds: amounts(refunds) }
}

/** One item of a cart, by its place. */
export function lineOf(cart: Cart, index: number) {
  const item = cart.items[index]
  if (!item) throw new Error('The cart has no such line.')

  return item
}

type OnCall = { sale: Sale; cart: Cart; index: number }

/** Disturbs the order call of one item of a cart. */
export function disturb({ sale, cart, index }: OnCall, fault: Omit<FaultInput, 'path' | 'match'>): void {
  const match = { otherOrderId: lineOf(cart, index).itemRef }
  sale.shop.provider.control.addFault({ path: 'addEsimOrder', match, ...fault })
}

/** The order page of a cart, as its buyer sees it. */
export async function pageOf(cart: Cart) {
  const page = await getOrderPage(cart.caller, cart.orderId)
  if (!page) throw new Error('The buyer does not see the order.')

  return page
}

import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Evidence } from '#lib/orders/repository/items.ts'
import type { HoldReason } from '#lib/orders/rules/item-states.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { callsLogged, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { placeOrder } from '#lib/provider/index.ts'
import { priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { control, order, type Payments, pay, type Started, workUntil } from '#tests/support/sale.ts'

/** An order whose payment is proven and which nobody has placed yet. */
export async function paidOrder(sale: Payments, count = 1): Promise<Started> {
  const started = await order({ count })
  await pay(sale, started)
  await settlePayment(await paymentIdOf(started))

  return started
}

export async function paymentIdOf({ orderId }: Pick<Started, 'orderId'>): Promise<string> {
  return (await db().payment.findFirstOrThrow({ where: { orderId }, select: { id: true } })).id
}

/** Gives a line to a person, as its own step would have done it. */
export async function hold(
  { itemId }: Pick<Started, 'itemId'>,
  reason: HoldReason | 'refund_accepted',
  evidence: Evidence = {},
): Promise<void> {
  const changes = { state: 'HELD', reason, evidence, nextActionAt: null, deliveredAt: null } as const
  await db().orderItem.update({ where: { id: itemId }, data: changes })
}

/** A paid order that lives at the network with its eSIMs, given to a person. */
export async function boughtAndHeld(
  sale: Payments,
  reason: HoldReason,
  { count = 1, evidence = {} }: { count?: number; evidence?: Evidence } = {},
): Promise<Started> {
  const started = await paidOrder(sale, count)
  await workUntil(started.itemId, ['DELIVERED'])
  await hold(started, reason, evidence)

  return started
}

/** A call of the item, as the books have it after it ended. */
export async function addAttempt(
  { itemId, itemRef }: Pick<Started, 'itemId' | 'itemRef'>,
  attempt: { state: 'UNKNOWN' | 'REJECTED' | 'ABSENT'; code?: number },
): Promise<void> {
  const { state, code = null } = attempt
  const ids = { id: newId('att'), itemId, n: 1, attemptRef: `${itemRef}-1` }
  await db().attempt.create({ data: { ...ids, state, class: state, code, sentAt: new Date(), endedAt: new Date() } })
}

/** Buys at the network behind the worker's back, under the item's own reference or under none. */
export async function buyBehind(
  { itemId }: Pick<Started, 'itemId'>,
  { reference, count }: { reference?: string; count: number },
): Promise<string> {
  const quote = await db().quote.findFirstOrThrow({ where: { items: { some: { id: itemId } } } })
  const { orderNum } = await currentProvider().call(placeOrder, {
    skuId: skuIdSchema.parse(quote.skuId),
    priceId: priceIdSchema.parse(quote.priceId),
    count,
    ...(reference ? { otherOrderId: reference } : {}),
  })
  // The books need not notice this test's own call.
  await callsLogged()
  await db().callLog.deleteMany({
    where: { endpoint: 'placeOrder', OR: [{ orderNum }, { reference: reference ?? '' }] },
  })

  return orderNum
}

/** Makes the provider's record of an order's payment differ from what was asked for. */
export async function alterPayment(
  sale: Payments,
  { number }: Started,
  change: Record<string, unknown>,
): Promise<void> {
  const { payments } = await control<{ payments: { id: string; reference: string }[] }>(sale, 'ledger')
  const payment = payments.find(({ reference }) => reference === number)
  await control(sale, `payments/${payment?.id}/alter`, change)
}

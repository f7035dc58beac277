import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { closeProvider, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { topUp } from '#lib/provider/index.ts'
import { iccidSchema, priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ReconciledKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { orderNumOf } from '#tests/support/discrepancies.ts'
import { paidOrder } from '#tests/support/items-in-review.ts'
import { buyElsewhere, cancelElsewhere, forgetOrder, refundElsewhere } from '#tests/support/recovery.ts'
import { control, order, PLAN, pay, type Started, workUntil } from '#tests/support/sale.ts'
import { letOneDecide } from '#tests/support/staff.ts'

/** A difference, what its summary calls it, and the network's number of the order it is about. */
export type Difference = { kind: ReconciledKind; subject: string; orderNum?: string }

// Runs with the settings of a store whose own processes stand still: sells, and makes one side of some sales differ. What
// differs in the books of the network alone is left to whoever runs that network.
const payments = { paymentsUrl: process.env.TEST_PAYMENTS_URL ?? '' }
const TWO_HOURS_AGO = new Date(Date.now() - 2 * 3_600_000)

async function sell(count = 1): Promise<Started> {
  const started = await paidOrder(payments, count)
  await workUntil(started.itemId, ['DELIVERED'])
  await db().providerOrder.updateMany({ where: { itemId: started.itemId }, data: { createdAt: TWO_HOURS_AGO } })

  return started
}

async function topUpElsewhere({ itemId }: Started): Promise<string> {
  const esim = await db().esim.findFirstOrThrow({ where: { itemId } })
  const plan = await db().plan.findFirstOrThrow({ where: { planKey: PLAN } })
  const { orderNum } = await currentProvider().call(topUp, {
    iccid: iccidSchema.parse(esim.iccid),
    skuId: skuIdSchema.parse(plan.skuId),
    priceId: priceIdSchema.parse(plan.priceId),
  })

  return orderNum
}

async function paidUnheard(): Promise<Started> {
  const started = await order()
  await db().orderItem.updateMany({ where: { orderId: started.orderId }, data: { state: 'EXPIRED' } })
  await db().payment.updateMany({ where: { orderId: started.orderId }, data: { state: 'OPEN', nextActionAt: null } })
  await pay(payments, started)

  return started
}

/** What the provider calls the payment of an order. */
async function objectOf({ orderId }: Started): Promise<string> {
  return (await db().payment.findFirstOrThrow({ where: { orderId } })).objectId ?? ''
}

// Events would tell the store at once, and it would put right what it can.
await control(payments, 'webhooks', { drop: true })
const sold = async (kind: ReconciledKind, count = 1) => {
  const started = await sell(count)

  return { kind, subject: started.number, orderNum: await orderNumOf(started) }
}
const strange = await sold('status_unknown')
const cancelled = await sold('status_differs', 2)
await cancelElsewhere(cancelled.orderNum)
const topped = await sell()
const elsewhere = (await buyElsewhere()).orderNum

const late = await paidUnheard()
const refunded = await sell()
await refundElsewhere(payments, { id: await objectOf(refunded), amount: 100 })
// An owner of an earlier journey may work here as well.
await letOneDecide(true)
const taken = await sell()
await db().payment.updateMany({ where: { orderId: taken.orderId }, data: { capturedMinor: { decrement: 100 } } })
const lost = await sell()
const lostMoney = await objectOf(lost)
await forgetOrder(lost.orderId)
// The provider knows nothing of our payment, and we nothing of the one it has.
const unpaid = await sell()
const orphanedMoney = await objectOf(unpaid)
const gone = { id: newId('pay'), objectId: 'pi_gone', sessionId: 'cs_gone' }
await db().payment.updateMany({ where: { orderId: unpaid.orderId }, data: gone })

const found: Difference[] = [
  await sold('order_not_listed'),
  await sold('cost_differs'),
  await sold('cards_differ', 2),
  // It gets an eSIM of the strange one beside its own, and the discrepancy is about that eSIM.
  { ...(await sold('iccid_twice')), subject: strange.subject },
  strange,
  cancelled,
  { kind: 'top_up_elsewhere', subject: topped.number, orderNum: await topUpElsewhere(topped) },
  { kind: 'upstream_order_unknown', subject: elsewhere, orderNum: elsewhere },
  { kind: 'refund_differs', subject: refunded.number },
  { kind: 'capture_differs', subject: taken.number },
  { kind: 'line_without_payment', subject: unpaid.number },
  { kind: 'payment_unknown', subject: lostMoney },
  { kind: 'payment_unknown', subject: orphanedMoney },
]
await closeProvider()
await closeDatabase()
process.stdout.write(JSON.stringify({ found, late: late.number }))

import 'server-only'
import type { CancelRow } from '#lib/cancellations/repository/cancellations.ts'
import {
  addSingleReturns,
  lockReturnEsims,
  moveReturnEsims,
  type ReturnedEsim,
} from '#lib/cancellations/repository/returns.ts'
import { RETURNED } from '#lib/cancellations/rules/esim-cancel-states.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { endDeliveredItem, lockItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment, lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { addProviderEntry, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund, type RefundShare, sumRefundsOfEsim, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'
import { expectedCredit } from '#lib/refunds/rules/expected-credit.ts'

const CANCELLED = 2

/** Locks the payment that the eSIMs of a return were bought with, and its items. `null` when there is none. */
export async function lockMoney(row: CancelRow, tx: Tx): Promise<PaymentRow | null> {
  const item = await tx.orderItem.findUniqueOrThrow({ where: { id: row.itemId }, select: { orderId: true } })
  const found = await findPayingPayment(item.orderId, tx)

  const payment = found && (await lockPayment(found.id, tx))
  await lockItemsOfOrder(item.orderId, tx)

  return payment
}

type Confirmation = { payment: PaymentRow | null; status: number | null; tx: Tx }

/**
 * Draws the consequences of a proven return: each eSIM's share goes back, the supplier owes us its cost, and a line
 * whose last eSIM went back has ended. Where the payment can give nothing back, a person decides.
 */
export async function confirmReturn(row: CancelRow, { payment, status, tx }: Confirmation): Promise<void> {
  const esims = await lockReturnEsims(row.id, tx)
  const [first] = esims
  if (!first) return
  const { orderId } = first.item
  const shares = await sharesOf(esims, tx)
  const sum = shares.reduce((total, share) => total + share.amountMinor, 0)
  const isPayable =
    payment?.state === 'CAPTURED' && payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx)) >= sum
  await moveReturnEsims(row.id, { from: ['ASKED', 'SENT', 'OPEN'], to: 'CONFIRMED' }, tx)
  if (payment && isPayable) await payBack(row, { payment, shares, tx })
  else {
    const evidence = { orderNum: row.orderNum, amountMinor: sum, payment: payment?.state ?? 'none' }
    await openDiscrepancy({ kind: 'return_unpaid', subject: row.id, orderId, evidence }, tx)
  }
  await expectCredit(row, { esims, tx })
  const data = { cards: esims.length, amountMinor: sum }
  await recordOrderEvent({ orderId, itemId: row.itemId, kind: 'returned', data }, tx)
  await endItemOrAsk(row, { orderId, status, tx })
}

/** Keeps the network's refusal: the eSIMs stay with their buyer, as they were. */
export async function refuseReturn(row: CancelRow, tx: Tx): Promise<void> {
  const esims = await lockReturnEsims(row.id, tx)
  const [first] = esims
  if (!first) return
  await moveReturnEsims(row.id, { from: ['ASKED', 'SENT', 'OPEN'], to: 'REFUSED' }, tx)
  const { orderId } = first.item
  const data = { cards: esims.length }
  await recordOrderEvent({ orderId, itemId: row.itemId, kind: 'return_refused', data }, tx)
  await queueMail(tx, { kind: 'return_refused', orderId, dedupeKey: `return_refused:${row.id}`, payload: data })
}

/** Asks for each eSIM of a request by itself, after the provider refused them together and the order stands as before. */
export async function askOneByOne(row: CancelRow, tx: Tx): Promise<void> {
  const [first] = await lockReturnEsims(row.id, tx)
  if (!first) return
  await moveReturnEsims(row.id, { from: ['ASKED', 'SENT', 'OPEN'], to: 'ASKED' }, tx)
  await addSingleReturns(row.id, tx)
}

/** What each eSIM has not got back yet. */
async function sharesOf(esims: ReturnedEsim[], tx: Tx): Promise<RefundShare[]> {
  const shares: RefundShare[] = []
  for (const esim of esims) {
    const amountMinor = esim.priceShareMinor - (await sumRefundsOfEsim(esim.id, tx))
    shares.push({ itemId: esim.itemId, esimId: esim.id, amountMinor: Math.max(0, amountMinor) })
  }

  return shares
}

type Paying = { payment: PaymentRow; shares: RefundShare[]; tx: Tx }

async function payBack(row: CancelRow, { payment, shares, tx }: Paying): Promise<void> {
  const due = shares.filter(({ amountMinor }) => amountMinor > 0)
  const [paid, free] = [due, shares.filter(({ amountMinor }) => amountMinor === 0)].map((part) =>
    part.flatMap(({ esimId }) => esimId ?? []),
  )
  if (due.length > 0) {
    const reason = row.reason ?? 'returned'
    await addRefund({ payment, kind: 'CARDS', reason, requestedBy: row.requestedBy, shares: due }, tx)
  }
  await tx.esim.updateMany({ where: { id: { in: paid ?? [] } }, data: { cancelState: 'MONEY_DUE' } })
  await tx.esim.updateMany({ where: { id: { in: free ?? [] } }, data: { cancelState: 'MONEY_BACK' } })
}

async function expectCredit(row: CancelRow, { esims, tx }: { esims: ReturnedEsim[]; tx: Tx }): Promise<void> {
  const { orderNum } = row
  const order = await tx.providerOrder.findUnique({
    where: { orderNum },
    select: { cost: true, costCurrency: true, item: { select: { quote: { select: { count: true } } } } },
  })
  if (!order?.cost) return
  const returned = esims.length
  const gone = await tx.esim.count({
    where: { orderNum, cancelState: { in: [...RETURNED] } },
  })
  const part = { count: order.item.quote.count, before: gone - returned, returned }
  const amount = expectedCredit(decimal(order.cost.toFixed()), part)
  const entry = { kind: 'expected_credit', amount, currency: order.costCurrency, orderNum, note: row.id } as const
  await addProviderEntry(entry, tx)
}

type Ending = { orderId: string; status: number | null; tx: Tx }

async function endItemOrAsk(row: CancelRow, { orderId, status, tx }: Ending): Promise<void> {
  const { itemId, orderNum } = row
  const all = await tx.esim.findMany({ where: { itemId }, select: { cancelState: true } })
  const isAllGone = all.every(({ cancelState }) => RETURNED.includes(cancelState))
  if (isAllGone && (await endDeliveredItem(itemId, tx))) {
    await recordOrderEvent({ orderId, itemId, kind: 'cancelled' }, tx)

    return
  }
  // The network has taken back more than was asked for: nobody may find that out by a dead card.
  if (isAllGone || status !== CANCELLED) return
  const evidence = { orderNum, status, kept: all.filter(({ cancelState }) => !RETURNED.includes(cancelState)).length }
  await openDiscrepancy({ kind: 'cancelled_elsewhere', subject: orderNum, orderId, evidence }, tx)
}

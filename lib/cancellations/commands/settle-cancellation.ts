import 'server-only'
import {
  addSingleCancellations,
  type CancelledEsim,
  type CancelRow,
  lockCancellationEsims,
  moveCancellation,
  moveCancellationEsims,
  wakeNextCancellation,
} from '#lib/cancellations/repository/cancellations.ts'
import { RETURNED } from '#lib/cancellations/rules/cancellation-readings.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { lockProviderOrder, noteProviderStatus } from '#lib/fulfilment/repository/provider-orders.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import {
  type Evidence,
  endDeliveredItem,
  listSpareOrders,
  lockItemsOfOrder,
  moveItem,
} from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findStatement, unbookLostOrder } from '#lib/orders/repository/orders.ts'
import { findPayingPayment, lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'
import {
  addExpectedCredit,
  closeDiscrepancies,
  costOf,
  openDiscrepancy,
} from '#lib/reconciliation/repository/discrepancies.ts'
import { listUnpaidShares, payEsimsBack, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'
import { expectedCredit } from '#lib/refunds/rules/refund-ledger.ts'

const SERVED = ['PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE', 'DELIVERED']

/** Locks the payment that the eSIMs of a return were bought with, and its items. `null` when there is none. */
async function lockMoney(row: CancelRow, tx: Tx): Promise<PaymentRow | null> {
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
export async function confirmCancellation(row: CancelRow, { payment, status, tx }: Confirmation): Promise<void> {
  const esims = await lockCancellationEsims(row.id, tx)
  const [first] = esims
  if (!first) return
  const { orderId } = first.item
  const shares = await listUnpaidShares(esims, payment?.id ?? '', tx)
  const sum = shares.reduce((total, share) => total + share.amountMinor, 0)
  const isPayable =
    payment?.state === 'CAPTURED' && payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx)) >= sum
  await moveCancellationEsims(row.id, { from: ['ASKED', 'SENT', 'OPEN'], to: 'CONFIRMED' }, tx)
  if (payment && isPayable) await payEsimsBack(row, { payment, shares }, tx)
  else {
    const evidence = { orderNum: row.orderNum, amountMinor: sum, payment: payment?.state ?? 'none' }
    await openDiscrepancy({ kind: 'return_unpaid', subject: row.id, orderId, evidence }, tx)
  }
  await expectCredit(row, { esims, tx })
  const data = { cards: esims.length, amountMinor: sum }
  await recordOrderEvent({ orderId, itemId: row.itemId, kind: 'returned', data }, tx)
  await endItemOrRequest(row, { orderId, status, tx })
}

/** Keeps the network's refusal: the eSIMs stay with their buyer, as they were. */
async function refuseCancellation(row: CancelRow, tx: Tx): Promise<void> {
  const esims = await lockCancellationEsims(row.id, tx)
  const [first] = esims
  if (!first) return
  await moveCancellationEsims(row.id, { from: ['ASKED', 'SENT', 'OPEN'], to: 'REFUSED' }, tx)
  const { orderId } = first.item
  const data = { cards: esims.length }
  await recordOrderEvent({ orderId, itemId: row.itemId, kind: 'return_refused', data }, tx)
  await queueMail(tx, { kind: 'return_refused', orderId, dedupeKey: `return_refused:${row.id}`, payload: data })
  // Asked for before the statement or by it: whoever has withdrawn keeps what they gave back.
  if (await findStatement(orderId, tx)) await reviewWithdrawal({ subject: row.id, orderId, evidence: data }, tx)
}

/**
 * Puts before a person what a withdrawal could not cancel: the provider's rules bind the store, and the law may give the
 * buyer the money all the same.
 */
export function reviewWithdrawal(
  found: { subject: string; orderId: string; evidence: Record<string, number> },
  tx: Tx,
): Promise<void> {
  return openDiscrepancy({ kind: 'withdrawal_refused', ...found }, tx)
}

/** Asks for each eSIM of a request by itself, after the provider refused them together and the order stands as before. */
async function requestOneByOne(row: CancelRow, tx: Tx): Promise<void> {
  const [first] = await lockCancellationEsims(row.id, tx)
  if (!first) return
  await moveCancellationEsims(row.id, { from: ['ASKED', 'SENT', 'OPEN'], to: 'ASKED' }, tx)
  await addSingleCancellations(row.id, tx)
}

async function expectCredit(row: CancelRow, { esims, tx }: { esims: CancelledEsim[]; tx: Tx }): Promise<void> {
  const { orderNum } = row
  const order = await tx.providerOrder.findUnique({
    where: { orderNum },
    select: { item: { select: { quote: { select: { count: true } } } } },
  })
  const told = await costOf(orderNum, tx)
  if (!order || !told) return
  const returned = esims.length
  const gone = await tx.esim.count({
    where: { orderNum, cancelState: { in: [...RETURNED] } },
  })
  const part = { count: order.item.quote.count, before: gone - returned, returned }
  const amount = expectedCredit(told.cost, part)
  await addExpectedCredit({ orderNum, amount, note: row.id }, tx)
}

type Ending = { orderId: string; status: number | null; tx: Tx }

async function endItemOrRequest(row: CancelRow, { orderId, status, tx }: Ending): Promise<void> {
  const { itemId, orderNum } = row
  const all = await tx.esim.findMany({ where: { itemId }, select: { cancelState: true } })
  const isAllGone = all.every(({ cancelState }) => RETURNED.includes(cancelState))
  if (isAllGone && (await endDeliveredItem(itemId, tx))) {
    await recordOrderEvent({ orderId, itemId, kind: 'cancelled' }, tx)

    return
  }
  // The network has taken back more than was asked for: nobody may find that out by a dead card.
  if (isAllGone || status !== ORDER_STATUS.cancelled) return
  const evidence = { orderNum, status, kept: all.filter(({ cancelState }) => !RETURNED.includes(cancelState)).length }
  await openDiscrepancy({ kind: 'cancelled_elsewhere', subject: orderNum, orderId, evidence }, tx)
}

/** How a cancellation ended: proven, refused with the network's own code and text, or given to a person. */
export type CancellationEnd = {
  lease: Lease
  state: 'CONFIRMED' | 'REFUSED' | 'HELD'
  status: number | null
  /** How order and eSIMs were read last, for the person who decides. */
  seen?: Evidence | null
  refusal?: { code: number; text: string | null }
  /** A person said so, and closes the finding about it by name. */
  isByPerson?: boolean
}

/** Writes down how a cancellation ended, with everything that follows from it, in one transaction. */
export async function endCancellation(row: CancelRow, end: CancellationEnd): Promise<Next> {
  const { state, status } = end
  const isCancellation = row.items.length > 0

  return transaction(async (tx) => {
    // Money first, the order next, its eSIMs last: the order of locks everywhere.
    const payment = isCancellation && state === 'CONFIRMED' ? await lockMoney(row, tx) : null
    await lockProviderOrder(row.orderNum, tx)
    if (!(await close(row, end, tx))) return null
    if (status !== null) await noteProviderStatus(row.orderNum, status, tx)
    if (state === 'CONFIRMED') {
      const open = { kind: 'cancel_open', subject: row.orderNum, resolution: 'proven' } as const
      if (!end.isByPerson) await closeDiscrepancies(open, tx)
      await (isCancellation ? confirmCancellation(row, { payment, status, tx }) : confirmWhole(row, tx))
    }
    if (isCancellation && state === 'REFUSED') {
      // One eSIM that cannot go back keeps the others only in the provider's answer, not with us.
      const isOfSeveral = row.items.length > 1 && end.refusal?.code
      await (isOfSeveral ? requestOneByOne(row, tx) : refuseCancellation(row, tx))
    }
    if (state === 'HELD' || (state === 'REFUSED' && !isCancellation)) {
      const evidence = { orderNum: row.orderNum, status, reason: row.reason ?? '' }
      // Where the order belongs to none of ours, no item stands behind the request.
      const item = await tx.orderItem.findUnique({ where: { id: row.itemId }, select: { orderId: true } })
      await openDiscrepancy({ kind: 'cancel_open', subject: row.orderNum, ...item, evidence }, tx)
    }
    if (state !== 'HELD') await wakeNextCancellation(row.orderNum, tx)
    if (!isCancellation) await wakeRow('Line', row.itemId, tx)

    return state === 'HELD' ? scaled(TIMERS.cancelOpenFor) : null
  })
}

async function close(
  row: CancelRow,
  { lease, state, status, seen, refusal }: CancellationEnd,
  tx: Tx,
): Promise<boolean> {
  const endedAt = await databaseNow(tx)
  // How the call was answered stays known: a proof that comes late rests on it.
  const answered = typeof row.outcome === 'object' && !Array.isArray(row.outcome) ? row.outcome : {}
  const outcome = { ...answered, status, ...(seen ? { seen } : {}), ...refusal }
  // What was read as ASKED has been noted as sent since.
  for (const from of new Set([row.state, 'SENT'] as const)) {
    if (await moveCancellation(lease, { from, to: state, changes: { endedAt, outcome } }, tx)) return true
  }

  return false
}

/**
 * The supplier owes us what the order cost, once. An item that waited for a person because nobody could tell goes on; where
 * a person has delivered it meanwhile, its buyer has dead codes, and somebody has to know.
 */
async function confirmWhole({ id, orderNum, itemId }: CancelRow, tx: Tx): Promise<void> {
  const whole = { orderNum, state: 'CONFIRMED', items: { none: {} } } as const
  if ((await tx.cancelAttempt.count({ where: { ...whole, id: { not: id } } })) > 0) return
  const item = await tx.orderItem.findUnique({
    where: { id: itemId },
    select: {
      ...{ id: true, epoch: true, state: true, reason: true, orderId: true },
      providerOrders: { select: { orderNum: true } },
      esims: { where: { orderNum, cancelState: { notIn: [...RETURNED] } }, select: { id: true } },
    },
  })
  if (item) await unbookLostOrder({ orderId: item.orderId, orderNum }, tx)
  // One beside the item's own says nothing of the order that its person decides about.
  const isOwn = item !== null && !(await listSpareOrders(item.providerOrders, tx)).has(orderNum)
  if (isOwn && item.state === 'HELD' && item.reason === 'cancel_refused') {
    await moveItem(item, { from: 'HELD', to: 'CANCELLING', changes: { cancelRequestedAt: null } }, tx)
  } else if (item && SERVED.includes(item.state) && item.esims.length > 0) {
    const evidence = { orderNum, status: ORDER_STATUS.cancelled, kept: item.esims.length }
    await openDiscrepancy({ kind: 'cancelled_elsewhere', subject: orderNum, orderId: item.orderId, evidence }, tx)
  }
  const order = await costOf(orderNum, tx)
  if (order) await addExpectedCredit({ orderNum, amount: order.cost }, tx)
}

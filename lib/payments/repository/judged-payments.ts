import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { allocateEvenly } from '#lib/core/rules/allocate.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { money } from '#lib/core/rules/money.ts'
import { DISPUTE_LOST, ELSEWHERE } from '#lib/core/rules/payment-method.ts'
import { type LockedItem, listSpareOrders, lockItemsOfOrder } from '#lib/orders/repository/items.ts'
import {
  addRefund,
  listUnpaidShares,
  payEsimsBack,
  type RefundShare,
  sumRefundsOfItem,
  sumRefundsOfPayment,
  sumShares,
} from '#lib/refunds/repository/refunds.ts'
import { findPayingPayment, type PaymentRow } from './payments.ts'

/**
 * The items of an order that wait for a person for one reason, as a decision about their payment needs them, and `itemId` for
 * whatever reason it waits.
 */
export async function listInReviewFor(
  orderId: string,
  { reason, itemId }: { reason: string; itemId?: string },
  tx: Tx,
) {
  const items = await tx.orderItem.findMany({
    where: { orderId, state: 'HELD', OR: [{ reason }, { id: itemId ?? '' }] },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      epoch: true,
      kind: true,
      reason: true,
      priceMinor: true,
      evidence: true,
      attempts: { select: { state: true } },
      providerOrders: { select: { orderNum: true, status: true, cost: true, costCurrency: true } },
      esims: { select: { iccid: true, orderNum: true } },
    },
  })
  const own: typeof items = []
  for (const item of items) {
    // What is only to be given back is none of an item's own.
    const spare = await listSpareOrders(item.providerOrders, tx)
    own.push({ ...item, providerOrders: item.providerOrders.filter(({ orderNum }) => !spare.has(orderNum)) })
  }

  return own
}

export type ItemInReview = Awaited<ReturnType<typeof listInReviewFor>>[number]

/** Takes over what a provider says about a payment that was not what was asked for. The payment must be locked. */
export async function takeOverSums(
  paymentId: string,
  sums: { amountMinor: number; currency: string; capturedMinor: number; reason: string | null },
  tx: Tx,
): Promise<void> {
  const { amountMinor, currency, capturedMinor, reason } = sums
  await tx.payment.update({
    where: { id: paymentId },
    data: { amountMinor, currency, capturedMinor, reason },
    select: { id: true },
  })
}

/** Writes the prices of an order anew, when less was paid than was asked for and the store delivers all the same. */
export async function lowerPrices(
  { orderId, currency }: { orderId: string; currency: string },
  items: { id: string; priceMinor: number }[],
  tx: Tx,
): Promise<void> {
  for (const { id, priceMinor } of items) {
    const { esims, quote } = await tx.orderItem.update({
      where: { id },
      data: { priceMinor },
      select: { quote: { select: { count: true } }, esims: { select: { id: true, position: true } } },
    })
    // What came already is given back by its share of what was paid.
    const shares = allocateEvenly(money(priceMinor, currencyCodeSchema.parse(currency)), quote.count)
    for (const esim of esims) {
      const priceShareMinor = shares[esim.position - 1]?.minor ?? 0
      await tx.esim.updateMany({ where: { id: esim.id }, data: { priceShareMinor } })
    }
  }
  const { _sum } = await tx.orderItem.aggregate({ where: { orderId }, _sum: { priceMinor: true } })
  await tx.order.update({ where: { id: orderId }, data: { totalMinor: _sum.priceMinor ?? 0 }, select: { id: true } })
}

/** Plans the return of what was paid above the price: no line and no card has a share in it. */
export async function addOverpaidRefund(
  payment: PaymentRow,
  { amountMinor, requestedBy }: { amountMinor: number; requestedBy: string },
  tx: Tx,
): Promise<void> {
  await addRefund({ payment, kind: 'AUTOMATIC', reason: 'overpaid', requestedBy, amountMinor, shares: [] }, tx)
}

/** Money that went back without our doing: by the bank, by hand, or at the provider's own pages. */
export type BookedRefund = {
  /** An id of the caller's own, who goes on with it. */
  id?: string
  /** `elsewhere`: the provider does not know of it. `provider`: its books have it. */
  by: 'elsewhere' | 'provider'
  kind: 'AUTOMATIC' | 'CARDS' | 'GOODWILL'
  reason: string
  requestedBy: string
  shares: RefundShare[]
  /** What it comes to where no line and no eSIM has a share in it. */
  amountMinor?: number
}

/** Books money that has gone back already, as done. The payment must be locked. Returns the sum. */
export async function bookRefund(payment: PaymentRow, booked: BookedRefund, tx: Tx): Promise<number> {
  const { id = newId('rfd'), amountMinor = sumShares(booked.shares) } = booked
  if (amountMinor <= 0) return 0
  const now = new Date()
  await tx.refund.create({
    data: {
      id,
      paymentId: payment.id,
      key: booked.by === 'elsewhere' ? `${ELSEWHERE}${id}` : `refund:${id}`,
      kind: booked.kind,
      state: 'DONE',
      amountMinor,
      expectedRefundedSoFar: payment.refundedMinor,
      reason: booked.reason,
      requestedBy: booked.requestedBy,
      sentAt: now,
      doneAt: now,
      items: { create: booked.shares.map((share) => ({ id: newId('rfi'), ...share })) },
    },
    select: { id: true },
  })
  await tx.payment.update({
    where: { id: payment.id },
    data: { refundedMinor: { increment: amountMinor } },
    select: { id: true },
  })

  return amountMinor
}

/** What of a payment went back on ways that its provider knows nothing of, in minor units. */
export async function sumPaidElsewhere(paymentId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refund.aggregate({
    where: { paymentId, state: 'DONE', key: { startsWith: ELSEWHERE } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

/** What of a payment went back through its provider, or is about to, in minor units. */
export async function sumRefundsAtProvider(paymentId: string, tx: Tx): Promise<number> {
  return (await sumRefundsOfPayment(paymentId, tx)) - (await sumPaidElsewhere(paymentId, tx))
}

/** Ends a dispute in our books: the payment is what it was before. `false` when it is not disputed any more. */
export async function endDisputeOf(payment: PaymentRow, tx: Tx): Promise<boolean> {
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, state: 'DISPUTED' },
    data: { state: payment.capturedMinor > 0 ? 'CAPTURED' : 'AUTHORISED' },
  })

  return count === 1
}

/** Closes an open difference by a person's word. `false` when none is open. */
export async function closeDiscrepancyBy(
  difference: { kind: string; subject: string },
  { by, resolution }: { by: string; resolution: string },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.discrepancy.updateMany({
    where: { ...difference, closedAt: null },
    data: { closedAt: new Date(), closedBy: by, resolution },
  })

  return count > 0
}

type Lost = { lostMinor: number; first?: string[] }

/**
 * Books what a bank has taken in disputes, as far as it is not booked: over all that the payment paid for, that of the items
 * in `first` before that of others, and what was delivered last. The payment must be locked. Returns the sum.
 */
export async function bookLost(
  payment: PaymentRow,
  { requestedBy, ...lost }: Lost & { requestedBy: string },
  tx: Tx,
): Promise<number> {
  const shares = await listUnbookedLosses(payment, lost, tx)

  return bookRefund(payment, { by: 'elsewhere', kind: 'AUTOMATIC', reason: DISPUTE_LOST, requestedBy, shares }, tx)
}

/** Tells whether a bank has taken money in disputes that the books still have. The payment must be locked. */
export async function hasUnbookedLoss(payment: PaymentRow, lostMinor: number, tx: Tx): Promise<boolean> {
  return (await listUnbookedLosses(payment, { lostMinor }, tx)).length > 0
}

async function listUnbookedLosses(
  payment: PaymentRow,
  { lostMinor, first = [] }: Lost,
  tx: Tx,
): Promise<RefundShare[]> {
  const { _sum } = await tx.refund.aggregate({
    where: { paymentId: payment.id, reason: DISPUTE_LOST },
    _sum: { amountMinor: true },
  })
  const maxMinor = lostMinor - (_sum.amountMinor ?? 0)
  if (maxMinor <= 0) return []
  const rank = ({ id, state }: LockedItem) => (first.includes(id) ? 0 : state === 'DELIVERED' ? 2 : 1)
  const paidFor = (await lockItemsOfOrder(payment.orderId, tx)).filter(({ notCaptured }) => !notCaptured)
  const items = paidFor.sort((one, other) => rank(one) - rank(other))

  return restOfItems(payment, { items, maxMinor }, tx)
}

/** Tells whether a bank has the money of further items of a payment. */
export async function hasLostBeyond(paymentId: string, itemIds: string[], tx: Tx): Promise<boolean> {
  return (
    (await tx.refundItem.count({
      where: { refund: { paymentId, reason: DISPUTE_LOST }, itemId: { notIn: itemIds } },
    })) > 0
  )
}

/**
 * Pays back what was returned while its payment could give nothing back, and closes what a person was told about it. For when
 * a bank leaves the money to us; the payment must be locked. What the payment has not so much left for stays with the person.
 */
export async function payUnpaidReturns(payment: PaymentRow, tx: Tx): Promise<void> {
  const { id: paymentId, orderId } = payment
  if ((await findPayingPayment(orderId, tx))?.id !== paymentId) return
  await lockItemsOfOrder(orderId, tx)
  const unpaid = await tx.discrepancy.findMany({
    where: { kind: 'return_unpaid', orderId, closedAt: null },
    orderBy: { openedAt: 'asc' },
    select: { subject: true },
  })
  for (const { subject } of unpaid) {
    const returned = await tx.cancelAttempt.findUnique({
      where: { id: subject },
      select: { reason: true, requestedBy: true, itemId: true },
    })
    const esims = await tx.$queryRaw<{ id: string; itemId: string; priceShareMinor: number }[]>`
      SELECT c."id", c."lineId" AS "itemId", c."priceShareMinor"
      FROM "Card" c JOIN "CancelItem" i ON i."cardId" = c."id"
      WHERE i."attemptId" = ${subject} AND c."cancelState" = 'CONFIRMED' ORDER BY c."id" FOR UPDATE OF c`
    if (!returned || esims.length === 0) continue
    const shares = await listUnpaidShares(esims, paymentId, tx)
    const sum = shares.reduce((total, share) => total + share.amountMinor, 0)
    if (sum > payment.capturedMinor - (await sumRefundsOfPayment(paymentId, tx))) continue
    await payEsimsBack(returned, { payment, shares }, tx)
    await closeDiscrepancyBy({ kind: 'return_unpaid', subject }, { by: 'store', resolution: 'given_back' }, tx)
  }
}

/** What items of a payment have not got back, up to a sum in minor units, the first ones whole. */
export async function restOfItems(
  payment: PaymentRow,
  { items, maxMinor = Number.MAX_SAFE_INTEGER }: { items: { id: string; priceMinor: number }[]; maxMinor?: number },
  tx: Tx,
): Promise<RefundShare[]> {
  let left = Math.min(maxMinor, payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx)))
  const shares: RefundShare[] = []
  for (const { id, priceMinor } of items) {
    const rest = priceMinor - (await sumRefundsOfItem(id, payment.id, tx))
    const amountMinor = Math.max(0, Math.min(rest, left))
    left -= amountMinor
    if (amountMinor > 0) shares.push({ itemId: id, esimId: null, amountMinor })
  }

  return shares
}

import 'server-only'
import { addWholeCancellation, findCancellationOfItem } from '#lib/cancellations/repository/cancellations.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { giveUpItemIn, putInReview, putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { ownOrderOf } from '#lib/fulfilment/repository/items-in-review.ts'
import { type Move, moveItem, noteOnItem, stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findStatement, unbookLostOrder } from '#lib/orders/repository/orders.ts'
import { type ExitReason, toExitReason } from '#lib/orders/rules/item-states.ts'
import type { ItemInReview } from '#lib/payments/repository/judged-payments.ts'
import { aboutItem } from '#lib/provider/commands/current-provider.ts'
import { searchPage } from '#lib/provider/commands/order-pages.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'
import { bookLostOrder, closeDiscrepancies, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

/** Decides that the order of an item is given back as a whole. The call itself is a row of its own. */
export async function startCancelling(
  item: WorkItem,
  lease: Lease,
  exit: { from: Move['from']; reason: ExitReason },
): Promise<Next> {
  return transaction<Next>(async (tx) => {
    const changes = { reason: exit.reason }
    await stepItem(lease, { from: exit.from, to: 'CANCELLING', changes }, tx)
    const { orderId, id: itemId } = item
    await recordOrderEvent({ orderId, itemId, kind: 'cancelling', data: { reason: exit.reason } }, tx)

    return 'again'
  })
}

/** Follows the cancellation of an item's order: proof gives the money back, a refusal goes to a person. */
export async function followCancelling(item: WorkItem, lease: Lease): Promise<Next> {
  const from = item.state
  const order = ownOrderOf(item)
  if (!order) return putInReview(item, lease, { from, reason: 'order_missing' })
  const cancellation = await findCancellationOfItem(item.id, order.orderNum)
  if (!cancellation) return requestCancellationAtProvider(item, lease, order.orderNum)
  if (cancellation.state === 'CONFIRMED') return noteCancelled(item, lease, order.orderNum)
  // The buyer changed their mind and the network says no: what was bought and paid is delivered after all.
  if (cancellation.state === 'REFUSED' && item.cancelRequestedAt) return goOn(item, lease, order.orderNum)
  if (cancellation.state === 'REFUSED' || cancellation.state === 'HELD') return noteRefused(item, lease, order.orderNum)
  if (cancellation.state === 'OPEN' && from === 'CANCELLING') {
    await moveItem(lease, { from, to: 'CANCEL_UNKNOWN' })
  }

  return scaled(TIMERS.safetyNet)
}

async function requestCancellationAtProvider(item: WorkItem, lease: Lease, orderNum: string): Promise<Next> {
  const known = item.esims.filter((esim) => esim.orderNum === orderNum).map(({ iccid }) => iccid)
  const iccids = known.length > 0 ? known : await readIccids(item, orderNum)
  if (iccids === null) return scaled(TIMERS.placementRetry)
  if (iccids.length === 0) return putInReview(item, lease, { from: item.state, reason: 'cards_unknown' })
  const input = { orderNum, itemId: item.id, iccids, reason: item.reason ?? 'cancelled', requestedBy: 'store' }
  await transaction((tx) => addWholeCancellation(input, tx))

  return scaled(TIMERS.safetyNet)
}

async function readIccids(item: WorkItem, orderNum: string): Promise<string[] | null> {
  try {
    const { rows, total } = await aboutItem(item.id, () => searchPage({ orderNum }))
    const row = rows.find((candidate) => candidate.orderNum === orderNum)
    if (!row && total === null) return null

    return [...new Set(row?.plans.flatMap((plan) => plan.iccid ?? []) ?? [])]
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

async function noteCancelled(item: WorkItem, lease: Lease, orderNum: string): Promise<Next> {
  return transaction(async (tx) => {
    const now = await databaseNow(tx)
    await stepItem(lease, { from: item.state, to: 'CANCELLED' }, tx)
    await tx.esim.updateMany({ where: { itemId: item.id }, data: { cancelState: 'MONEY_DUE' } })
    const { orderId, id: itemId } = item
    await unbookLostOrder({ orderId, orderNum }, tx)
    await recordOrderEvent({ orderId, itemId, kind: 'cancelled', data: { at: now.toISOString() } }, tx)

    return giveUpItemIn(item, { lease, exit: { from: 'CANCELLED', reason: toExitReason(item.reason) }, tx })
  })
}

async function goOn(item: WorkItem, lease: Lease, orderNum: string): Promise<Next> {
  return transaction<Next>(async (tx) => {
    const changes = { reason: null, cancelRequestedAt: null }
    await stepItem(lease, { from: item.state, to: 'PLACED', changes }, tx)
    const { orderId, id: itemId } = item
    await recordOrderEvent({ orderId, itemId, kind: 'return_refused', data: { cards: item.esims.length } }, tx)
    await closeDiscrepancies({ kind: 'cancel_open', subject: orderNum, resolution: 'refused' }, tx)
    await reviewItemKept(item, tx)

    return 'again'
  })
}

/** Puts an item before a person that its buyer keeps after all; nothing where nobody has withdrawn from its order. */
export async function reviewItemKept({ orderId, esims }: WorkItem, tx: Tx): Promise<void> {
  const statement = await findStatement(orderId, tx)
  if (!statement) return
  const evidence = { cards: esims.length }
  await openDiscrepancy({ kind: 'withdrawal_refused', subject: statement.id, orderId, evidence }, tx)
}

/** Drops the request to have a top-up back: it is on the eSIM already, and nobody can take it off again. */
export async function keepTopUp(item: WorkItem, lease: Lease): Promise<Next> {
  return transaction<Next>(async (tx) => {
    if (!(await noteOnItem(lease, { cancelRequestedAt: null }, tx))) throw new LeaseLost()
    await recordOrderEvent({ orderId: item.orderId, itemId: item.id, kind: 'return_refused' }, tx)
    await reviewItemKept(item, tx)

    return 'again'
  })
}

async function noteRefused(item: WorkItem, lease: Lease, orderNum: string): Promise<Next> {
  return transaction(async (tx) => {
    const { orderId } = item
    const amount = item.providerOrders.find((order) => order.orderNum === orderNum)?.cost?.toString() ?? null
    const { costCurrency: currency } = item.quote
    await bookLostOrder({ orderId, kind: 'cancel_refused', amount, currency, orderNum }, tx)
    await reviewItemKept(item, tx)

    return putInReviewWithin(item, {
      lease,
      exit: { from: item.state, reason: 'cancel_refused', evidence: { orderNum } },
      tx,
    })
  })
}

/** What the provider refused before is no answer to this decision: the order is asked back by a request of its own. */
export async function askBackAnew(
  item: ItemInReview,
  { requestedBy, tx }: { requestedBy: string; tx: Tx },
): Promise<void> {
  const { id: itemId } = item
  const { orderNum = '' } = item.providerOrders.find(({ status }) => status !== ORDER_STATUS.cancelled) ?? {}
  const former = await findCancellationOfItem(itemId, orderNum, tx)
  if (former?.state !== 'REFUSED') return
  const { iccids } = toRecord(former.answer)
  const known = Array.isArray(iccids) ? iccids.filter((iccid) => typeof iccid === 'string') : []
  await addWholeCancellation({ orderNum, itemId, iccids: known, reason: 'staff_refund', requestedBy }, tx)
}

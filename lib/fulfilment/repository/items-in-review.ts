import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import type { OrderProblem } from '#lib/fulfilment/rules/accepted-order.ts'
import type { ReviewDetails } from '#lib/fulfilment/rules/review-actions.ts'
import { getWorkItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { findPayingPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'

const PROBLEMS_OF_ORDER: readonly unknown[] = ['price_id', 'order_known', 'cost'] satisfies OrderProblem[]
const OPEN_CALLS = ['PREPARED', 'SENT', 'UNKNOWN']

/** A line with the payment that is decided about with it. */
export type ReviewCase = { item: WorkItem; epoch: number; payment: PaymentRow | null; facts: ReviewDetails }

/** Reads an order item with everything that the acts on it depend on. `null` when there is none. */
export async function readReviewCase(ids: { orderId: string; itemId: string }): Promise<ReviewCase | null> {
  const item = await getWorkItem(ids.itemId)
  if (item?.orderId !== ids.orderId) return null
  const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: item.id }, select: { epoch: true } })
  const payment = (await findPayingPayment(item.orderId)) ?? (await findMismatch(item.orderId))

  return { item, epoch, payment, facts: toReviewDetails(item, payment) }
}

/** The payment of an order that is not what was asked for, `null` when there is none. */
export async function findMismatch(orderId: string, client: Tx = db()): Promise<PaymentRow | null> {
  const row = await client.payment.findFirst({
    where: { orderId, reason: 'mismatch' },
    orderBy: { n: 'asc' },
    omit: { leaseOwner: true, leaseUntil: true, nextActionAt: true, epoch: true, updatedAt: true, lastReadAt: true },
  })

  return row
}

/** Tells whether money of an order that a person refused is still on its way back. */
export async function isGivingBack(orderId: string, client: Tx = db()): Promise<boolean> {
  const rows = await client.payment.findMany({
    where: { orderId, reason: 'given_back', state: { in: ['AUTHORISED', 'VOIDING', 'CAPTURED'] } },
    select: { state: true, capturedMinor: true, refundedMinor: true },
  })

  return rows.some((row) => row.state !== 'CAPTURED' || row.refundedMinor < row.capturedMinor)
}

/** Tells whether an order had money that a person refused: it went back, or is about to. */
export async function hasGivenBack(orderId: string, client: Tx): Promise<boolean> {
  return (await client.payment.count({ where: { orderId, reason: 'given_back' } })) > 0
}

/** The item's own order at the provider, the living one first; never one beside it that is only to be given back. */
export function ownOrderOf(item: WorkItem): WorkItem['providerOrders'][number] | null {
  const own = item.providerOrders.filter(({ isSpare }) => !isSpare)

  return own.find(({ status }) => status !== ORDER_STATUS.cancelled) ?? own.at(-1) ?? null
}

/** The living order of an item at the network, as far as we know. */
export function livingOrderOf(item: WorkItem): WorkItem['providerOrders'][number] | null {
  const order = ownOrderOf(item)

  return order?.status === ORDER_STATUS.cancelled ? null : order
}

/** Tells whether anything that was bought for an item lives at the provider, its own or not: then nothing more is bought. */
export function hasLivingOrders({ providerOrders }: WorkItem): boolean {
  return providerOrders.some(({ status }) => status !== ORDER_STATUS.cancelled)
}

/** The network's orders that the evidence of an item names, without those that it has itself. */
export function candidatesOf(item: Pick<WorkItem, 'evidence' | 'providerOrders'>): string[] {
  return namedIn(item, toRecord(item.evidence))
}

/** Those of the candidates that were found under our own reference, not only because they are of the same plan and number. */
export function ownCandidatesOf(item: Pick<WorkItem, 'evidence' | 'providerOrders'>): string[] {
  const { candidates, orderNums, isLane } = toRecord(item.evidence)

  return namedIn(item, { candidates: isLane === true ? [] : candidates, orderNums })
}

type Named = { candidates?: unknown; orderNums?: unknown }

function namedIn({ providerOrders }: Pick<WorkItem, 'providerOrders'>, { candidates, orderNums }: Named): string[] {
  const listed = Array.isArray(candidates) ? candidates.map((candidate) => toRecord(candidate).orderNum) : []
  const named = Array.isArray(orderNums) ? orderNums : []
  const own = providerOrders.map(({ orderNum }) => orderNum)
  const all = [...listed, ...named].filter((orderNum) => typeof orderNum === 'string')

  return [...new Set(all)].filter((orderNum) => !own.includes(orderNum))
}

/** Tells whether the provider's order is not what was wanted in a way that its eSIMs have no part in. */
export function isOtherOrder({ evidence }: Pick<WorkItem, 'evidence'>): boolean {
  const { problems } = toRecord(evidence)

  return Array.isArray(problems) && problems.some((problem) => PROBLEMS_OF_ORDER.includes(problem))
}

/** Returns what the acts on an item depend on. */
export function toReviewDetails(item: WorkItem, payment: PaymentRow | null): ReviewDetails {
  const living = livingOrderOf(item)
  const { asked, paid } = toRecord(item.evidence)

  return {
    reason: item.reason,
    money: moneyOf(payment),
    isUsableMoney:
      toRecord(asked).currency === toRecord(paid).currency && toRecord(asked).isTest === toRecord(paid).isTest,
    hasLivingOrder: living !== null,
    isOtherOrder: isOtherOrder(item),
    isLocked: living !== null && living.lockDecisionAt !== null,
    hasOpenCall: item.attempts.some(({ state }) => OPEN_CALLS.includes(state)),
    wasAccepted: item.attempts.some(({ state }) => state === 'ACCEPTED'),
    candidates: candidatesOf(item),
    // What stands on the eSIM of a top-up need not be the item's, whatever the look was for.
    ours: item.kind === 'RENEWAL' ? [] : ownCandidatesOf(item),
    ordered: item.quote.count,
    esims: item.esims.length,
    codes: item.esims.filter(({ sealedCode }) => sealedCode !== null).length,
    isCancelRequested: item.cancelRequestedAt !== null,
    isTopUp: item.kind === 'RENEWAL',
  }
}

function moneyOf(payment: PaymentRow | null): ReviewDetails['money'] {
  if (!payment) return 'none'
  if (payment.state === 'DISPUTED') return 'disputed'
  if (payment.reason === 'mismatch') return 'mismatch'
  if (payment.state === 'CAPTURED') return 'taken'

  return payment.state === 'AUTHORISED' || payment.state === 'CAPTURING' ? 'held' : 'none'
}

import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { type Evidence, type Move, stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ExitReason, ReviewReason } from '#lib/orders/rules/item-states.ts'

/** Why a line leaves the ordinary way, from which state, and what a person will want to see. */
type Exit<Reason> = { from: Move['from']; reason: Reason; evidence?: Evidence }

/** Gives a line to a person, with its evidence, and tells the buyer that somebody is looking. */
export async function putInReview(item: WorkItem, lease: Lease, exit: Exit<ReviewReason>): Promise<Next> {
  return transaction((tx) => putInReviewWithin(item, { lease, exit, tx }))
}

/** As `putInReview`, inside a transaction that has more to say. Throws `LeaseLost` when the item is not ours. */
export async function putInReviewWithin(
  item: WorkItem,
  { lease, exit, tx }: { lease: Lease; exit: Exit<ReviewReason>; tx: Tx },
): Promise<Next> {
  const { orderId } = item
  const changes = { reason: exit.reason, ...(exit.evidence ? { evidence: exit.evidence } : {}) }
  await stepItem(lease, { from: exit.from, to: 'HELD', changes }, tx)
  await recordOrderEvent({ orderId, itemId: item.id, kind: 'held', data: { reason: exit.reason } }, tx)
  await queueMail(tx, {
    kind: 'order_problem',
    orderId,
    dedupeKey: `problem:${item.id}:${exit.reason}`,
    payload: { situation: 'with_team' },
  })

  return null
}

/** Sends the money of an item back: nothing was bought for it, and nothing will be. */
export async function giveUpItem(item: WorkItem, lease: Lease, exit: Exit<ExitReason>): Promise<Next> {
  return transaction((tx) => giveUpItemIn(item, { lease, exit, tx }))
}

/** As `giveUpItem`, inside a transaction that has more to say. Throws `LeaseLost` when the item is not ours. */
export async function giveUpItemIn(
  item: WorkItem,
  { lease, exit, tx }: { lease: Lease; exit: Exit<ExitReason>; tx: Tx },
): Promise<Next> {
  const { orderId } = item
  const changes = { reason: exit.reason, ...(exit.evidence ? { evidence: exit.evidence } : {}) }
  await stepItem(lease, { from: exit.from, to: 'REFUND_DUE', changes }, tx)
  await recordOrderEvent({ orderId, itemId: item.id, kind: 'not_placed', data: { reason: exit.reason } }, tx)
  const mail = { kind: 'order_not_placed', dedupeKey: `not_placed:${item.id}`, payload: { lineId: item.id } } as const
  await queueMail(tx, { ...mail, orderId })

  return 'again'
}

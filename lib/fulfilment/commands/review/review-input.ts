import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type StaffMember } from '#lib/core/rules/caller.ts'
import type { ReviewCase } from '#lib/fulfilment/repository/items-in-review.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import { type Evidence, type Move, moveItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

/** A decision about a held line. `epoch` is the one that the page was made from; `reason` is for the audit trail. */
export type ReviewInput = {
  orderId: string
  itemId: string
  act: ReviewAction
  epoch: number
  reason: string
  /** The order at the network that is meant, where there are several. */
  orderNum?: string
  /** Our order number, typed in, for acts that may buy or lose. */
  typed?: string
}

/**
 * What came of a decision. `waiting`: a second person has to agree. `moved`: the worker goes on. `found`: something new
 * stands in the evidence. `nothing`: nothing new. `no_answer`: the other side did not answer; nothing was changed.
 */
export type ReviewOutcome = 'waiting' | 'moved' | 'found' | 'nothing' | 'no_answer'

/** A decision that is allowed, with what it is about and who makes it. */
export type DecidingReview = { review: ReviewCase; input: ReviewInput; staff: StaffMember }

/** Moves a held line by a person's word and makes it due. Throws `conflict` when somebody was faster. */
export async function moveFromReview({ review }: DecidingReview, move: Omit<Move, 'from'>, tx: Tx): Promise<void> {
  const { item, epoch } = review
  if (!(await moveItem({ id: item.id, epoch }, { from: 'HELD', ...move }, tx))) throw changedMeanwhile()
  await wakeRow('Line', item.id, tx)
}

/** Writes a decision into the audit trail and into the order's history, in the transaction that carries it out. */
export async function noteDecision(
  { review: { item }, input, staff }: DecidingReview,
  { before, after, tx }: { before?: Evidence; after?: Evidence; tx: Tx },
): Promise<void> {
  const actor = actorOf(staff)
  const { orderId, id: itemId } = item
  const { act, reason } = input
  await recordAudit(
    {
      actor,
      role: staff.role,
      act: `held.${act}`,
      subject: itemId,
      reason,
      before: { reason: item.reason, ...before },
      after: { act, ...(input.orderNum ? { orderNum: input.orderNum } : {}), ...after },
    },
    tx,
  )
  const orderNum = input.orderNum ? { orderNum: input.orderNum } : {}
  await recordOrderEvent({ orderId, itemId, kind: 'decided', actor, data: { act, ...orderNum } }, tx)
}

/** The refusal of whoever acts on what was true a moment ago. */
export function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The line has changed meanwhile.', { reason: 'changed' })
}

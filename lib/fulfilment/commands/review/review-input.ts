import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, LeaseLost, wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import type { AnswerOf, BodyOf } from '#lib/core/rules/contract.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import type { Deciding } from '#lib/fulfilment/commands/decide.ts'
import type { ReviewCase } from '#lib/fulfilment/repository/items-in-review.ts'
import type { decideReviewCall } from '#lib/fulfilment/schema.ts'
import { type Evidence, type Move, stepItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'

/** A decision about an item in review. `epoch` is the one that the page was made from. */
export type ReviewInput = { orderId: string; itemId: string } & BodyOf<typeof decideReviewCall>

/**
 * What came of a decision. `waiting`: a second person has to agree. `moved`: the worker goes on. `found`: something new
 * stands in the evidence. `nothing`: nothing new. `no_answer`: the other side did not answer; nothing was changed.
 */
export type ReviewOutcome = AnswerOf<typeof decideReviewCall>['outcome']

/** A decision that is allowed, with what it is about and who makes it. */
export type DecidingReview = Deciding<ReviewCase, ReviewInput>

type Noted = { before?: Evidence; after?: Evidence }

/** Does what was decided in one transaction, with its audit row and its line in the history. Of two persons one is first. */
export async function carryOut(
  deciding: DecidingReview,
  work: (tx: Tx) => Promise<Noted> | Promise<void>,
): Promise<ReviewOutcome> {
  try {
    await transaction(async (tx) => {
      await deciding.settle(tx)
      await noteDecision(deciding, { ...(await work(tx)), tx })
    })
  } catch (error) {
    throw error instanceof LeaseLost ? changedMeanwhile() : error
  }

  return 'moved'
}

/** Moves an item in review by a person's word and makes it due. Throws `LeaseLost` when somebody was faster. */
export async function moveFromReview({ item, epoch }: DecidingReview, move: Omit<Move, 'from'>, tx: Tx): Promise<void> {
  await stepItem({ id: item.id, epoch }, { from: 'HELD', ...move }, tx)
  await wakeRow('Line', item.id, tx)
}

/** What was given up may still turn up at the network; then it is given back by itself. */
export async function watchReferences(itemId: string, tx: Tx): Promise<void> {
  const watchUntil = new Date((await databaseNow(tx)).getTime() + scaled(TIMERS.watch))
  await tx.attempt.updateMany({ where: { itemId, state: { in: ['UNKNOWN', 'ABSENT'] } }, data: { watchUntil } })
}

/** Writes a decision into the audit trail and into the order's history, in the transaction that carries it out. */
export async function noteDecision(
  { item, input, staff }: DecidingReview,
  { before, after, tx }: Noted & { tx: Tx },
): Promise<void> {
  const actor = actorOf(staff)
  const { orderId, id: itemId } = item
  const { act, reason } = input
  const data = { act, ...(input.orderNum ? { orderNum: input.orderNum } : {}) }
  await recordAudit(
    {
      actor,
      role: staff.role,
      act: `held.${act}`,
      subject: itemId,
      reason,
      before: { reason: item.reason, ...before },
      after: { ...data, ...after },
    },
    tx,
  )
  await recordOrderEvent({ orderId, itemId, kind: 'decided', actor, data }, tx)
}

/** The refusal of whoever acts on what was true a moment ago. */
export function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The line has changed meanwhile.', { reason: 'changed' })
}

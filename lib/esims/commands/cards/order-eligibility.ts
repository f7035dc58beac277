import 'server-only'
import { answerCards } from '#lib/cancellations/commands/return-answers.ts'
import { listReturnCards, type ReturnCard } from '#lib/cancellations/repository/returns.ts'
import type { CancellationAnswer } from '#lib/cancellations/rules/cancellation-queue.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { refreshCardFacts } from '#lib/esims/commands/card-facts.ts'
import { SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'

/** A delivered card with the answer about its return, as it is known here now. */
export type EligibleCard = CancellationAnswer & { iccid: string; priceShareMinor: number; currency: string }

/** Tells for every delivered card of an order whether it can go back: nothing is asked. Throws `forbidden`. */
export async function orderEligibility(caller: Caller, orderId: string): Promise<EligibleCard[]> {
  requirePermission(caller, 'returns.see')
  const answered = await answerCards(await listDelivered(orderId), { policy: SHOWN_POLICY, caller })

  return answered.map(({ card, answer, facts }) => ({
    cardId: card.id,
    iccid: can(caller, 'iccids.see') ? card.iccid : maskIccid(card.iccid),
    priceShareMinor: card.priceShareMinor,
    currency: card.line.order.currency,
    answer: answer.answer,
    until: answer.until,
    reasons: answer.reasons,
    facts,
  }))
}

/**
 * Reads the facts of all delivered cards of an order again: one call per network order, and one per hundred cards. What
 * is not answered stays with its age. Throws `forbidden`, `not_found`.
 */
export async function readOrderAgain(caller: Caller, orderId: string): Promise<{ cards: number }> {
  const staff = requirePermission(caller, 'returns.ask')
  const cards = await listDelivered(orderId)
  if (cards.length === 0) throw new AppError('not_found', 'No card of this order is delivered.')
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'card.facts_read', subject: orderId })
  await refreshCardFacts(cards, 0)

  return { cards: cards.length }
}

async function listDelivered(orderId: string): Promise<ReturnCard[]> {
  return (await listReturnCards(orderId)).filter(({ line }) => line.state === 'DELIVERED')
}

import 'server-only'
import { findRefundabilityRules } from '#lib/cancellations/repository/refundability-rules.ts'
import { listReturnCards, type ReturnCard } from '#lib/cancellations/repository/returns.ts'
import { ruleText, toRefundFacts } from '#lib/cancellations/rules/return-facts.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote-snapshot.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import { refreshCardFacts } from '#lib/esims/commands/card-facts.ts'
import { findToppedUp } from '#lib/esims/repository/top-ups.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import {
  type RefundAnswer,
  type RefundFacts,
  type RefundPolicy,
  refundAnswer,
  SHOWN_POLICY,
  type UsedFact,
  usedFacts,
} from '#lib/refunds/rules/refund-answer.ts'

/** The answer about one card, with everything it rests on. */
export type CardAnswer = { card: ReturnCard; answer: RefundAnswer; facts: UsedFact[] }

/**
 * Answers for every card of an order whether it can go back, with facts of the last day at most.
 *
 * Throws `not_found` for an order of somebody else.
 */
export async function returnOptions(caller: Caller, orderId: string): Promise<CardAnswer[]> {
  if (!ownsOrder(caller, orderId) && !can(caller, 'returns.see')) throw new AppError('not_found', 'No such order.')
  const cards = (await listReturnCards(orderId)).filter(({ line }) => line.state === 'DELIVERED')

  return answerCards(await refreshCardFacts(cards, SHOWN_POLICY.freshForMs), { policy: SHOWN_POLICY, caller })
}

/** Answers about cards of one order, from what is known of them now. */
export async function answerCards(
  cards: ReturnCard[],
  { policy, caller }: { policy: RefundPolicy; caller: Caller },
): Promise<CardAnswer[]> {
  const [first] = cards
  if (!first) return []
  const texts = new Map(cards.map((card) => [card.id, ruleText(parseQuoteSnapshot(card.line.quote.snapshot).words)]))
  const [ruleOf, payment, toppedUp] = await Promise.all([
    findRefundabilityRules([...texts.values()]),
    findPayingPayment(first.line.orderId),
    findToppedUp(cards.map(({ id }) => id)),
  ])
  const isDisputed = payment?.state === 'DISPUTED'
  const now = new Date()

  return cards.map((card) => {
    const rule = ruleOf(texts.get(card.id) ?? null)
    const facts = softened(toRefundFacts(card, { rule, isDisputed, isToppedUp: toppedUp.has(card.id) }), caller)

    return { card, answer: refundAnswer(facts, policy, now), facts: usedFacts(facts, now) }
  })
}

/** A person of the store may ask the network again after a refusal, a buyer may not. */
function softened(facts: RefundFacts, caller: Caller): RefundFacts {
  return caller.kind === 'staff' && facts.cancelState === 'refused' ? { ...facts, cancelState: 'none' } : facts
}

import 'server-only'
import { findRefundabilityRules } from '#lib/cancellations/repository/refundability-rules.ts'
import {
  type CardCancelState,
  parseStoredFacts,
  type ReturnSubject,
  ruleText,
  toRefundFacts,
} from '#lib/cancellations/rules/return-facts.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote-snapshot.ts'
import { findToppedUp } from '#lib/esims/repository/top-ups.ts'
import { refundAnswer, SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'
import type { CardReturn } from '#lib/settings/rules/shop.ts'

/** What the answer about a card is read from, as columns of the card. */
export const CARD_RETURN_COLUMNS = {
  cancelState: true,
  facts: true,
  upstreamOrder: { select: { lockDecisionAt: true, refetchedAt: true } },
  cancelItems: {
    orderBy: { attempt: { askedAt: 'desc' } },
    take: 1,
    select: { attempt: { select: { outcome: true } } },
  },
} as const

type Card = Omit<ReturnSubject, 'line'> & { id: string; cancelItems: { attempt: { outcome: unknown } }[] }
type Line = ReturnSubject['line'] & { quote: { snapshot: unknown }; cards: Card[] }

/** Returns for each card of these lines whether it can go back, or how far it is, from what is known already. */
export async function readCardReturns(
  lines: Line[],
  { isDisputed, now }: { isDisputed: boolean; now: Date },
): Promise<(cardId: string) => CardReturn> {
  const texts = lines.map((line) => ruleText(parseQuoteSnapshot(line.quote.snapshot).words))
  const ids = lines.flatMap((line) => line.cards.map(({ id }) => id))
  const [ruleOf, toppedUp] = await Promise.all([findRefundabilityRules(texts), findToppedUp(ids)])
  const entries = lines.flatMap((line, index) => {
    const rule = ruleOf(texts[index] ?? null)

    return line.cards.map((card) => {
      const facts = toRefundFacts({ ...card, line }, { rule, isDisputed, isToppedUp: toppedUp.has(card.id) })
      const { usedMb, orderReadAt } = parseStoredFacts(card.facts)

      return [
        card.id,
        {
          ...refundAnswer(facts, SHOWN_POLICY, now),
          state: STATES[card.cancelState],
          usedMb,
          readAt: orderReadAt === null ? null : new Date(orderReadAt),
          refusal: card.cancelState === 'REFUSED' ? refusalOf(card) : null,
        },
      ] as const
    })
  })
  const returns = new Map<string, CardReturn>(entries)

  return (cardId) => returns.get(cardId) ?? UNKNOWN
}

const STATES: Record<CardCancelState, CardReturn['state']> = {
  NONE: 'none',
  ASKED: 'asked',
  SENT: 'confirming',
  OPEN: 'confirming',
  CONFIRMED: 'returned',
  MONEY_DUE: 'returned',
  MONEY_BACK: 'returned',
  REFUSED: 'refused',
}

const UNKNOWN: CardReturn = {
  state: 'none',
  answer: 'ask',
  until: null,
  reasons: ['facts_missing'],
  usedMb: null,
  readAt: null,
  refusal: null,
}

function refusalOf({ cancelItems }: Card): string | null {
  const outcome = cancelItems[0]?.attempt.outcome
  if (typeof outcome !== 'object' || outcome === null || !('text' in outcome)) return null

  return typeof outcome.text === 'string' ? outcome.text : null
}

import 'server-only'
import {
  type CancellationSubject,
  type EsimCancelState,
  parseStoredReadings,
  toRefundDetails,
} from '#lib/cancellations/rules/cancellation-readings.ts'
import { findRefundabilityRules } from '#lib/catalog/repository/refundability-rules.ts'
import { ruleText } from '#lib/catalog/rules/refundability.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote.ts'
import { findToppedUp } from '#lib/esims/repository/top-ups.ts'
import { refundAnswer, SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'
import type { EsimCancellation } from '#lib/settings/rules/shop.ts'

/** What the answer about an eSIM is read from, as columns of the eSIM. */
export const ESIM_RETURN_COLUMNS = {
  cancelState: true,
  facts: true,
  providerOrder: { select: { lockDecisionAt: true, refetchedAt: true } },
  cancelItems: {
    orderBy: { attempt: { askedAt: 'desc' } },
    take: 1,
    select: { attempt: { select: { outcome: true } } },
  },
} as const

type Esim = Omit<CancellationSubject, 'item'> & { id: string; cancelItems: { attempt: { outcome: unknown } }[] }
type OrderItem = CancellationSubject['item'] & { quote: { snapshot: unknown }; esims: Esim[] }

/** Returns for each eSIM of these items whether it can go back, or how far it is, from what is known already. */
export async function readEsimCancellations(
  items: OrderItem[],
  { isDisputed, now }: { isDisputed: boolean; now: Date },
): Promise<(esimId: string) => EsimCancellation> {
  const texts = items.map((item) => ruleText(parseQuoteSnapshot(item.quote.snapshot).words))
  const ids = items.flatMap((item) => item.esims.map(({ id }) => id))
  const [ruleOf, toppedUp] = await Promise.all([findRefundabilityRules(texts), findToppedUp(ids)])
  const entries = items.flatMap((item, index) => {
    const rule = ruleOf(texts[index] ?? null)

    return item.esims.map((esim) => {
      const facts = toRefundDetails({ ...esim, item }, { rule, isDisputed, isToppedUp: toppedUp.has(esim.id) })
      const { usedMb, orderReadAt } = parseStoredReadings(esim.facts)

      return [
        esim.id,
        {
          ...refundAnswer(facts, SHOWN_POLICY, now),
          state: STATES[esim.cancelState],
          usedMb,
          readAt: orderReadAt === null ? null : new Date(orderReadAt),
          refusal: esim.cancelState === 'REFUSED' ? refusalOf(esim) : null,
        },
      ] as const
    })
  })
  const returns = new Map<string, EsimCancellation>(entries)

  return (esimId) => returns.get(esimId) ?? UNKNOWN
}

const STATES: Record<EsimCancelState, EsimCancellation['state']> = {
  NONE: 'none',
  ASKED: 'asked',
  SENT: 'confirming',
  OPEN: 'confirming',
  CONFIRMED: 'returned',
  MONEY_DUE: 'returned',
  MONEY_BACK: 'returned',
  REFUSED: 'refused',
}

const UNKNOWN: EsimCancellation = {
  state: 'none',
  answer: 'ask',
  until: null,
  reasons: ['facts_missing'],
  usedMb: null,
  readAt: null,
  refusal: null,
}

function refusalOf({ cancelItems }: Esim): string | null {
  const outcome = cancelItems[0]?.attempt.outcome
  if (typeof outcome !== 'object' || outcome === null || !('text' in outcome)) return null

  return typeof outcome.text === 'string' ? outcome.text : null
}

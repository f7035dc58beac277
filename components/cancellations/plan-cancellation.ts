import { cancellationTerms } from '#lib/catalog/rules/refundability.ts'
import { answerWhenBought, SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'
import type { CancelRule } from '#lib/settings/rules/shop.ts'

type Sold = { cancelRule: CancelRule; words: readonly string[]; topUp?: unknown }

/** What a plan's eSIM is told to be after the sale, said before it: the key of the words, and what they rest on. */
export type PlanCancellation = {
  answer: 'yes' | 'no' | 'ask'
  reason: 'yes' | 'ask' | 'code_mailed' | 'rule_never' | 'top_up'
  days: number
  /** The provider's own words on it, in its language; none where a person has judged that it can be cancelled. */
  terms: string
}

/** Returns what the engine will answer about an eSIM of this plan once it is bought. */
export function planCancellation({ cancelRule, words, topUp = null }: Sold): PlanCancellation {
  const isTopUp = topUp !== null
  const { answer } = answerWhenBought({ rule: cancelRule, isTopUp, now: new Date() })
  const refused = isTopUp ? 'top_up' : 'rule_never'
  const reason = answer === 'no' ? refused : cancelRule === 'code_mailed' ? cancelRule : answer
  const isByTerms = answer === 'ask' || reason === 'rule_never'

  return { answer, reason, days: SHOWN_POLICY.days, terms: isByTerms ? cancellationTerms(words).join(' ') : '' }
}

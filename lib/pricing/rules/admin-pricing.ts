import { z } from 'zod'
import type { NotOnSaleReason } from '#lib/catalog/rules/on-sale.ts'
import { matching } from '#lib/core/rules/field-schemas.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'
import type { PromotionTerms } from '#lib/pricing/rules/promotion-edit.ts'

/**
 * What a rule speaks about, in parts that can be put into words.
 *
 * `shelf` and `kind` are keys of messages; `name` is that of a destination; `plan` is set for a rule of one plan.
 */
export type RuleName = RuleScope & {
  shelf: string | null
  name: string | null
  iso2: string | null
  kind: 'fixed' | 'day_pass' | null
  minMb: number | null
  plan: PlanLabel | null
}

/** A price with what remains of it: sums in minor units of the store's currency, the share in hundredths of a percent. */
export type PriceView = {
  price: { minor: number } | null
  reason: NotOnSaleReason | null
  wouldBeMinor: number | null
  marginMinor: number | null
  marginShare: number | null
}

/** A rule as the list shows it. `draft` is what the open draft makes of it; `terms` is null for a rule it adds. */
export type RuleView = {
  rule: RuleName
  terms: RuleTerms | null
  version: number | null
  /** How deep it stands: 0 for the rule for everything. */
  depth: number
  decides: number
  marginShare: number | null
  by: string | null
  at: Date | null
  draft: { terms: RuleTerms | null } | null
}

const id = matching(/^prm_\w{1,40}$/)

/** How a promotion stands: it counts while it is `running`. */
export const PROMOTION_STATES = ['running', 'scheduled', 'used_up', 'expired', 'ended'] as const
export type PromotionState = (typeof PROMOTION_STATES)[number]

/** What the address of the list says. Whatever cannot be read is left out, never an error. */
export const promotionFilterSchema = z.object({
  q: z.string().trim().max(100).catch(''),
  state: z.enum(PROMOTION_STATES).nullable().catch(null),
  after: id,
  edit: id,
})
export type PromotionFilter = z.output<typeof promotionFilterSchema>

/** Returns how a promotion stands at an instant. */
export function promotionState(
  { startsAt, endsAt, endedAt, totalLimit, used }: PromotionTimes,
  now: Date,
): PromotionState {
  if (endedAt !== null) return 'ended'
  if (endsAt !== null && endsAt <= now) return 'expired'
  if (totalLimit !== null && used >= totalLimit) return 'used_up'

  return startsAt > now ? 'scheduled' : 'running'
}

type PromotionTimes = Pick<PromotionTerms, 'startsAt' | 'endsAt' | 'totalLimit'> & {
  endedAt: Date | null
  used: number
}

import { z } from 'zod'
import type { NotOnSaleReason } from '#lib/catalog/rules/on-sale.ts'
import { matching } from '#lib/core/rules/field-schemas.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'
import type { PreviewCounts } from '#lib/pricing/rules/pricing-preview.ts'
import type { StopReason } from '#lib/pricing/rules/pricing-revision.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'
import type { PromotionForm, PromotionTerms } from '#lib/pricing/rules/promotion-edit.ts'

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

/** A plan in a preview. `change` is in hundredths of a percent of the price before. */
export type PreviewView = {
  id: string
  skuId: number
  destination: string
  iso2: string | null
  plan: PlanLabel
  cost: string
  costMinor: number | null
  before: PriceView
  after: PriceView
  kind: 'cheaper' | 'dearer' | 'entering' | 'leaving' | 'underFloor' | 'other'
  change: number | null
  rule: RuleName | null
}

/** An edit that somebody else has overtaken: what the rule says now, and what the draft wants. */
export type ConflictView = {
  rule: RuleName
  theirs: RuleTerms | null
  mine: RuleTerms | null
  by: string | null
  at: Date | null
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

/** A set of changes that is not applied yet. `preview` rows are all of them, the smallest margin first. */
export type DraftView = {
  id: string
  turn: number
  state: 'draft' | 'scheduled' | 'stopped'
  dueAt: Date | null
  stopReason: StopReason | null
  undoes: boolean
  by: string | null
  at: Date
  rules: number
  rate: { from: string; to: string; rate: string; asOf: string; source: string; before: string | null } | null
  hasRateConflict: boolean
  mark: string
  counts: PreviewCounts
  rows: PreviewView[]
  conflicts: ConflictView[]
}

/** A set of changes that was applied. */
export type AppliedView = {
  id: string
  version: number
  at: Date
  by: string | null
  rules: { rule: RuleName; before: RuleTerms | null; after: RuleTerms | null }[]
  rate: { rate: string; asOf: string; before: string | null } | null
  changed: number
  undoes: number | null
}

/** How the price of one plan comes about: what every fitting rule would make of its cost, from general to specific. */
export type WhyView = {
  planId: string
  skuId: number
  destination: string
  plan: PlanLabel
  cost: string
  costMinor: number | null
  steps: { rule: RuleName; terms: RuleTerms; priceMinor: number | null; decides: boolean }[]
  floor: { percent: string | null; minor: number | null } | null
  margin: { minor: number; basisPoints: number } | null
  priceMinor: number | null
  reason: NotOnSaleReason | null
}

/** The plans on sale whose price a rule decides, the smallest margin first. */
export type DecidedView = { rule: RuleName; rows: PreviewView[] }

/** The page of prices. */
export type PricingView = {
  currency: string
  costCurrency: string
  rate: { rate: string; asOf: string | null; source: string; at: Date; by: string | null } | null
  rules: RuleView[]
  onSale: number
  /** What the shop does not sell for it, and what partners do not. */
  underFloor: { shelf: PreviewView[]; partners: PreviewView[] }
  draft: DraftView | null
  drafts: {
    id: string
    state: 'draft' | 'scheduled' | 'stopped'
    by: string | null
    at: Date
    dueAt: Date | null
    rules: number
  }[]
  /** A page of changes, the newest first; `older` is the version that the next page comes before. */
  history: { rows: AppliedView[]; older: number | null }
  why: WhyView | null
  decided: DecidedView | null
  shelves: string[]
  destinations: { id: number; name: string }[]
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

/** A promotion in the list, with the orders that hold it and what it took off them, in minor units. */
export type PromotionRow = PromotionTerms & {
  id: string
  turn: number
  currency: string
  state: PromotionState
  used: number
  givenMinor: number
  /** Names of the destinations it is kept to. */
  places: string[]
}

/** The page of promotions: one page of them, newest first, and the one that is edited. */
export type PromotionsPage = {
  rows: PromotionRow[]
  older: string | null
  currency: string
  mayChange: boolean
  edited: { id: string; turn: number; form: PromotionForm } | null
  destinations: { id: number; name: string }[]
}

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

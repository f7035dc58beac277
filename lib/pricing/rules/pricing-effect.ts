import type { SaleTerms } from '#lib/catalog/rules/on-sale.ts'
import { applyEdits, type RuleEdit } from '#lib/pricing/rules/pricing-edit.ts'
import {
  countPreview,
  fallsUnderFloor,
  type PlanToPrice,
  type PreviewCounts,
  type PreviewRow,
  previewPrices,
} from '#lib/pricing/rules/pricing-preview.ts'
import type { RateEdit } from '#lib/pricing/rules/pricing-revision.ts'

/** A set of changes: edits of rules, and perhaps another exchange rate. */
export type PriceChangeSet = { edits: readonly RuleEdit[]; rate: RateEdit | null }

/** What a set of changes would do to every plan. `refused` are the plans that edited rules would take under the floor. */
export type PriceEffect<Plan extends PlanToPrice> = {
  now: SaleTerms
  then: SaleTerms
  rows: PreviewRow<Plan>[]
  refused: PreviewRow<Plan>[]
  counts: PreviewCounts
}

// Larger than any real version: among equals the edited rule is the newer one.
const NEXT_VERSION = Number.MAX_SAFE_INTEGER

/** Returns the terms that would count after a set of changes. */
export function termsAfter<Terms extends SaleTerms>(now: Terms, { edits, rate }: PriceChangeSet): Terms {
  return { ...now, rules: applyEdits(now.rules, edits, NEXT_VERSION), rate: rate ? rate.rate : now.rate }
}

/**
 * Returns what a set of changes does to every plan.
 *
 * A new rate alone refuses nothing: what falls under the floor by it leaves the shop, because selling on at the former
 * rate would sell below the floor as well.
 */
export function priceEffect<Plan extends PlanToPrice>(
  plans: readonly Plan[],
  now: SaleTerms,
  changes: PriceChangeSet,
): PriceEffect<Plan> {
  const then = termsAfter(now, changes)
  const rows = previewPrices(plans, now, then)
  const refused = changes.edits.length > 0 ? rows.filter(fallsUnderFloor) : []

  return { now, then, rows, refused, counts: countPreview(rows) }
}

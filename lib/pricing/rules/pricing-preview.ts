import {
  type NotOnSaleReason,
  pricedSubject,
  type SaleDestination,
  type SaleTerms,
  saleAnswer,
} from '#lib/catalog/rules/on-sale.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { type CurrencyCode, currencyExponent } from '#lib/core/rules/currency.ts'
import {
  addDecimals,
  type Decimal,
  decimal,
  multiplyByInteger,
  multiplyDecimals,
  subtractDecimals,
  toScaledInteger,
} from '#lib/core/rules/decimal.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { findRule, type Margin, marginOf, type PriceRule, priceDetails } from '#lib/pricing/rules/pricing.ts'
import { applyEdits, type RuleEdit } from '#lib/pricing/rules/pricing-edit.ts'
import type { RateEdit } from '#lib/pricing/rules/pricing-revision.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'

/** What was offered: the exact cost of one piece (of one day, where days are paid), its rate, and how many of them. */
export type FloorBasis = {
  cost: Decimal
  rate: Decimal
  pieces: number
  rule: Pick<PriceRule, 'floorPercent' | 'floorMinor'>
  currency: CurrencyCode
}

/** Returns the least sum, in minor units, that so many pieces may be sold for: their cost, and the margin above it. */
export function leastPriceMinor({ cost, rate, pieces, rule, currency }: FloorBasis): number {
  const inOurs = multiplyDecimals(multiplyDecimals(cost, rate), decimal(10 ** currencyExponent(currency)))
  const costMinor = multiplyByInteger(inOurs, pieces)
  const bySum = addDecimals(costMinor, decimal((rule.floorMinor ?? 0) * pieces))
  const costShare = subtractDecimals(decimal(100), rule.floorPercent ?? decimal(0))

  return Math.max(Number(toScaledInteger(bySum, 0, 'up')), ceilOfShare(costMinor, costShare))
}

const PLACES = 12

// The least whole price of which the cost is no more than `share` percent. All of it would be asked for without one.
function ceilOfShare(costMinor: Decimal, share: Decimal): number {
  const cost = toScaledInteger(multiplyByInteger(costMinor, 100), PLACES, 'up')
  const part = toScaledInteger(share, PLACES, 'down')
  if (part <= 0n) return Number.MAX_SAFE_INTEGER

  return Number((cost + part - 1n) / part)
}

/** A plan of the mirror with what is known of its destination. */
export type PlanToPrice = { plan: CatalogPlan; destination: SaleDestination }

/**
 * What one plan costs under some terms. `price` is set while it is on sale, `reason` while it is not.
 *
 * `wouldBe` and `margin` are of the price that the rule makes, also where it lies under the floor; null without rule or
 * rate. `rule` is the scope of the rule that decides.
 */
export type PlanPrice = {
  price: Money | null
  reason: NotOnSaleReason | null
  wouldBe: Money | null
  costMinor: Decimal | null
  margin: Margin | null
  rule: RuleScope | null
}

/** A plan whose price or whose place in the shop changes. */
type PreviewRow<Plan extends PlanToPrice = PlanToPrice> = Plan & { before: PlanPrice; after: PlanPrice }

/** Returns what a plan costs under some terms, and which rule says so. */
export function planPrice({ plan, destination }: PlanToPrice, terms: SaleTerms): PlanPrice {
  const answer = saleAnswer({ plan, destination, terms })
  const rule = findRule(terms.rules, pricedSubject(plan, destination))
  const price = answer.isOnSale ? answer.unit : null
  const reason = answer.isOnSale ? null : answer.reason
  if (!rule || terms.rate === null) return { price, reason, wouldBe: null, costMinor: null, margin: null, rule }
  const { price: wouldBe, costMinor } = priceDetails({
    cost: plan.cost,
    rate: terms.rate,
    rule,
    currency: terms.currency,
  })

  return {
    price,
    reason,
    wouldBe,
    costMinor,
    margin: wouldBe.minor > 0 ? marginOf(wouldBe, costMinor) : null,
    rule: { scope: rule.scope, scopeKey: rule.scopeKey },
  }
}

/** Returns every plan that another set of terms changes: its price, or whether and why it is not on sale. */
function previewPrices<Plan extends PlanToPrice>(
  plans: readonly Plan[],
  now: SaleTerms,
  then: SaleTerms,
): PreviewRow<Plan>[] {
  return plans
    .map((plan) => ({ ...plan, before: planPrice(plan, now), after: planPrice(plan, then) }))
    .filter(({ before, after }) => before.price?.minor !== after.price?.minor || before.reason !== after.reason)
}

/** Tells whether a change takes a plan under the floor: that is refused, because nothing would sell it afterwards. */
function fallsUnderFloor({ before, after }: Pick<PreviewRow, 'before' | 'after'>): boolean {
  return after.reason === 'below_floor' && before.reason !== 'below_floor'
}

/** Returns in what way a plan changes. */
export function changeOf({ before, after }: Pick<PreviewRow, 'before' | 'after'>) {
  if (after.reason === 'below_floor') return 'underFloor'
  if (after.price === null) return before.price === null ? 'other' : 'leaving'
  if (before.price === null) return 'entering'

  return after.price.minor < before.price.minor ? 'cheaper' : 'dearer'
}

/** Returns the difference of two prices in hundredths of a percent of the first one, `null` where one is missing. */
export function changeShare({ before, after }: Pick<PreviewRow, 'before' | 'after'>): number | null {
  const [was, is] = [before.price ?? before.wouldBe, after.price ?? after.wouldBe]
  if (!was || !is || was.minor === 0) return null

  return Math.round(((is.minor - was.minor) * 10_000) / was.minor)
}

/** Counts how many plans change, and how. Margins are averages of the changed plans, in hundredths of a percent. */
export function countPreview(rows: readonly Pick<PreviewRow, 'before' | 'after'>[]) {
  const of = (wanted: ReturnType<typeof changeOf>) => rows.filter((row) => changeOf(row) === wanted).length
  const both = rows.flatMap(({ before, after }) =>
    before.margin && after.margin ? [[before.margin.basisPoints, after.margin.basisPoints] as const] : [],
  )

  return {
    changed: rows.length,
    cheaper: of('cheaper'),
    dearer: of('dearer'),
    entering: of('entering'),
    leaving: of('leaving'),
    underFloor: of('underFloor'),
    marginBefore: average(both.map(([before]) => before)),
    marginAfter: average(both.map(([, after]) => after)),
  }
}

/** Returns one text that is the same exactly when two previews show the same change for the same plans. */
export function previewText(rows: readonly PreviewRow[]): string {
  const side = ({ price, reason }: PlanPrice) => (price ? `${price.minor}${price.currency}` : reason)
  const items = rows.map(({ plan, before, after }) => `${plan.id} ${side(before)} ${side(after)}`)

  return items.sort().join('\n')
}

function average(values: number[]): number | null {
  return values.length === 0 ? null : Math.round(values.reduce((a, b) => a + b, 0) / values.length)
}

/** A set of changes: edits of rules, and perhaps another exchange rate. */
export type PriceChangeSet = { edits: readonly RuleEdit[]; rate: RateEdit | null }

/** What a set of changes would do to every plan. `refused` are the plans that edited rules would take under the floor. */
export type PriceEffect<Plan extends PlanToPrice> = {
  now: SaleTerms
  then: SaleTerms
  rows: PreviewRow<Plan>[]
  refused: PreviewRow<Plan>[]
  counts: ReturnType<typeof countPreview>
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

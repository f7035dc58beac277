import { daysForTrip } from '#lib/catalog/rules/trip.ts'

/** A plan as the lists of the browser hold it: texts are ready, figures are there to sort and to multiply. */
export type ListedPlan = {
  id: string
  amount: string
  mb: number
  /** Days of a fixed plan; the bounds of a day plan. */
  term: { kind: 'fixed'; days: number } | { kind: 'day_pass'; minDays: number; maxDays: number }
  /** Minor units, for the whole plan or for one day of a day plan, and the same as text. */
  minor: number
  price: string
  perGb: string
  networks: string
  is5g: boolean
  canTopUp: boolean
  cancel: 'yes' | 'no' | 'ask'
  starts: string
}

/** What a plan means for a trip. `gap` is days to spare when it fits, and days that are missing when it ends early. */
export type PlanFit = {
  days: number
  minor: number
  status: 'no_trip' | 'fits' | 'early'
  gap: number
  moved: 'raised' | 'lowered' | null
}

/** Returns what a plan costs and covers for a trip of a number of days; without a trip, the price as listed. */
export function fitPlan(plan: Pick<ListedPlan, 'term' | 'minor'>, tripDays: number): PlanFit {
  const { term, minor } = plan
  if (term.kind === 'fixed') return { days: term.days, minor, moved: null, ...status(term.days, tripDays) }
  if (tripDays === 0) return { days: 0, minor, status: 'no_trip', gap: 0, moved: null }

  const { days, reason } = daysForTrip(term, tripDays)
  const moved = reason === 'raised_to_minimum' ? 'raised' : reason === 'lowered_to_maximum' ? 'lowered' : null

  return { days, minor: minor * days, moved, ...status(days, tripDays) }
}

function status(days: number, tripDays: number): Pick<PlanFit, 'status' | 'gap'> {
  if (tripDays === 0) return { status: 'no_trip', gap: 0 }

  return { status: days >= tripDays ? 'fits' : 'early', gap: Math.abs(days - tripDays) }
}

export type PlanFilters = { only5g: boolean; onlyTopUp: boolean; onlyCovering: boolean }
export type PlanOrder = 'fit' | 'price' | 'data'

/** Returns the plans that pass the filters, in the order asked for, each with its fit. */
export function arrangePlans(
  plans: readonly ListedPlan[],
  tripDays: number,
  { filters, order }: { filters: PlanFilters; order: PlanOrder },
): { plan: ListedPlan; fit: PlanFit }[] {
  return plans
    .map((plan) => ({ plan, fit: fitPlan(plan, tripDays) }))
    .filter(({ plan, fit }) => passes(plan, fit, filters))
    .sort((a, b) => compareBy[order](a, b) || a.fit.minor - b.fit.minor || b.plan.mb - a.plan.mb)
}

type Entry = { plan: ListedPlan; fit: PlanFit }

const compareBy: Record<PlanOrder, (a: Entry, b: Entry) => number> = {
  fit: (a, b) => Number(a.fit.status === 'early') - Number(b.fit.status === 'early'),
  price: (a, b) => a.fit.minor - b.fit.minor,
  data: (a, b) => b.plan.mb - a.plan.mb,
}

function passes(plan: ListedPlan, fit: PlanFit, filters: PlanFilters): boolean {
  return (
    (!filters.only5g || plan.is5g) &&
    (!filters.onlyTopUp || plan.canTopUp) &&
    (!filters.onlyCovering || fit.status !== 'early')
  )
}

/** What somebody needs: at least this much data in all (0 for any), for this many days. */
export type Need = { mb: number; days: number }

/** What a plan has that the best one has not; `null` for the next in price. */
export type PickReason = 'more' | 'daily' | 'fixed' | 'per_gb' | null

export type PlanPick = { plan: ListedPlan; fit: PlanFit; why: PickReason }

type Picks = {
  /** The plan that does what is needed for the least money; `null` when none does. */
  best: PlanPick | null
  /** What else is worth a look, by price. Without a best one: what comes nearest. */
  others: PlanPick[]
}

const OTHERS = 3

/** Picks the plan that meets a need for the least money, and three others, each for a reason that figures show. */
export function pickPlans(plans: readonly ListedPlan[], need: Need): Picks {
  const all = plans.map((plan): PlanPick => ({ plan, fit: fitPlan(plan, need.days), why: null }))
  const fitting = all.filter((pick) => pick.fit.status === 'fits' && dataOf(pick) >= need.mb).sort(byPrice)
  const [best = null, ...rest] = fitting
  if (best === null) return { best, others: nearest(all, need).slice(0, OTHERS) }

  const kind = best.plan.term.kind
  const perGb = [...rest].sort((a, b) => priceRatio(a, b) || byPrice(a, b)).find((pick) => priceRatio(pick, best) < 0)
  const reasoned: [PickReason, PlanPick | undefined][] = [
    ['more', rest.find((pick) => dataOf(pick) > dataOf(best))],
    [kind === 'fixed' ? 'daily' : 'fixed', rest.find(({ plan }) => plan.term.kind !== kind)],
    ['per_gb', perGb],
    ...rest.map((pick): [PickReason, PlanPick] => [null, pick]),
  ]
  const others = new Map<string, PlanPick>()
  for (const [why, pick] of reasoned) {
    if (pick && others.size < OTHERS && !others.has(pick.plan.id)) others.set(pick.plan.id, { ...pick, why })
  }

  return { best, others: [...others.values()].sort(byPrice) }
}

/** Megabytes in all: a day plan gives its own each day. */
function dataOf({ plan, fit }: PlanPick): number {
  return plan.term.kind === 'day_pass' ? plan.mb * fit.days : plan.mb
}

function byPrice(a: PlanPick, b: PlanPick): number {
  return a.fit.minor - b.fit.minor || dataOf(b) - dataOf(a)
}

/** Below zero when the first costs less for the same amount of data. Both sides are multiplied out: no fractions. */
function priceRatio(a: PlanPick, b: PlanPick): number {
  return a.fit.minor * dataOf(b) - b.fit.minor * dataOf(a)
}

// Missing days and missing data weigh alike, each as a share of what is needed.
function nearest(all: readonly PlanPick[], need: Need): PlanPick[] {
  const missing = (pick: PlanPick) =>
    Math.max(0, 1 - pick.fit.days / need.days) + (need.mb === 0 ? 0 : Math.max(0, 1 - dataOf(pick) / need.mb))

  return [...all].sort((a, b) => missing(a) - missing(b) || byPrice(a, b))
}

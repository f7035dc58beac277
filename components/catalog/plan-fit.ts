import { daysForTrip } from '#lib/catalog/rules/day-pass.ts'

/** A plan as the lists of the browser hold it: texts are ready, figures are there to sort and to multiply. */
export type ListedPlan = {
  id: string
  amount: string
  mb: number
  /** Days of a fixed plan; the bounds of a day plan. */
  term: { kind: 'fixed'; days: number } | { kind: 'day_pass'; minDays: number; maxDays: number }
  /** Minor units, for the whole plan or for one day of a day plan. */
  minor: number
  /** What one gigabyte costs, in minor units; 0 where that says nothing. */
  perGb: number
  networks: string
  is5g: boolean
  canTopUp: boolean
  cancel: 'yes' | 'no' | 'ask' | 'code_mailed'
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

/** Returns the megabytes of a plan in all: a day plan gives its own each day. */
export function megabytesOf({ mb, term }: Pick<ListedPlan, 'mb' | 'term'>, days: number): number {
  return term.kind === 'day_pass' ? mb * days : mb
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

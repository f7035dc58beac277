import { fitPlan, type ListedPlan, megabytesOf, type PlanFit } from '#components/catalog/plan-fit.ts'
import type { TicketLabels } from '#components/catalog/plan-labels.ts'

/** What somebody needs: at least this much data in all (0 for any), for this many days. */
export type PlanNeed = { mb: number; days: number }

/** What a plan has that the best one has not; `null` for the next in price. */
export type PickReason = 'chosen' | 'more' | 'daily' | 'fixed' | 'per_gb' | null

export type PlanPick = { plan: ListedPlan; fit: PlanFit; why: PickReason }

type Picks = {
  /** The plan that does what is needed for the least money; `null` when none does. */
  best: PlanPick | null
  /** What else is worth a look, by price. Without a best one: what comes nearest. */
  others: PlanPick[]
}

const OTHERS = 3

/**
 * Picks the plan that meets a need for the least money, and three others, each for a reason that figures show. The one that
 * buyers chose most stands among them where it meets the need.
 */
export function pickPlans(plans: readonly ListedPlan[], need: PlanNeed, bestSeller: string | null = null): Picks {
  const all = plans.map((plan): PlanPick => ({ plan, fit: fitPlan(plan, need.days), why: null }))
  const fitting = all.filter((pick) => pick.fit.status === 'fits' && dataOf(pick) >= need.mb).sort(byPrice)
  const [best = null, ...rest] = fitting
  if (best === null) return { best, others: nearest(all, need).slice(0, OTHERS) }

  const kind = best.plan.term.kind
  const perGb = [...rest].sort((a, b) => priceRatio(a, b) || byPrice(a, b)).find((pick) => priceRatio(pick, best) < 0)
  const reasoned: [PickReason, PlanPick | undefined][] = [
    ['chosen', rest.find(({ plan }) => plan.id === bestSeller)],
    ['more', rest.find((pick) => dataOf(pick) > dataOf(best))],
    [kind === 'fixed' ? 'daily' : 'fixed', rest.find(({ plan }) => plan.term.kind !== kind)],
    ['per_gb', perGb],
    ...rest.map((pick): [PickReason, PlanPick] => [null, pick]),
  ]
  const others = new Map<string, PlanPick>()
  for (const [why, pick] of reasoned) {
    if (pick && others.size < OTHERS && !others.has(pick.plan.id)) others.set(pick.plan.id, { ...pick, why })
  }

  return {
    best: best.plan.id === bestSeller ? { ...best, why: 'chosen' } : best,
    others: [...others.values()].sort(byPrice),
  }
}

function dataOf({ plan, fit }: PlanPick): number {
  return megabytesOf(plan, fit.days)
}

function byPrice(a: PlanPick, b: PlanPick): number {
  return a.fit.minor - b.fit.minor || dataOf(b) - dataOf(a)
}

/** Below zero when the first costs less for the same amount of data. Both sides are multiplied out: no fractions. */
function priceRatio(a: PlanPick, b: PlanPick): number {
  return a.fit.minor * dataOf(b) - b.fit.minor * dataOf(a)
}

// Missing days and missing data weigh alike, each as a share of what is needed.
function nearest(all: readonly PlanPick[], need: PlanNeed): PlanPick[] {
  const missing = (pick: PlanPick) =>
    Math.max(0, 1 - pick.fit.days / need.days) + (need.mb === 0 ? 0 : Math.max(0, 1 - dataOf(pick) / need.mb))

  return [...all].sort((a, b) => missing(a) - missing(b) || byPrice(a, b))
}

type Say = (plan: ListedPlan, labels: TicketLabels) => string

const DETAILS: { of: (plan: ListedPlan) => unknown; say: Say }[] = [
  { of: ({ networks }) => networks, say: ({ networks }) => networks },
  { of: ({ starts }) => starts, say: ({ starts }, labels) => `${labels.starts}: ${starts}` },
  {
    of: ({ canTopUp }) => canTopUp,
    say: ({ canTopUp }, labels) => `${labels.topUp}: ${canTopUp ? labels.yes : labels.no}`,
  },
  { of: ({ cancel }) => cancel, say: ({ cancel }, { cancel: labels }) => `${labels.heading}: ${labels[cancel]}` },
]

/** Parts what is the same for all plans, which is said once above their rows, from what each row says. */
export function partDetails(plans: readonly ListedPlan[]): { shared: Say[]; apart: Say[] } {
  const isShared = ({ of }: (typeof DETAILS)[number]) => new Set(plans.map(of)).size === 1
  const say = (details: typeof DETAILS) => details.map((detail) => detail.say)

  return { shared: say(DETAILS.filter(isShared)), apart: say(DETAILS.filter((detail) => !isShared(detail))) }
}

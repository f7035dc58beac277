import 'server-only'
import { env } from '#lib/core/env.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { financeRange } from '#lib/finance/repository/sold-lines.ts'
import { findFirstVisitDay, type KeyedCount, sumOrders, sumVisits } from '#lib/finance/repository/visits.ts'
import type { FinanceRange } from '#lib/finance/rules/admin-finance.ts'
import { FUNNEL_STEPS, type StepCounts, UNCOUNTED, VISIT_STEPS, type VisitFilter } from '#lib/finance/rules/visits.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const MAX_ROWS = 100

/**
 * Counts how far visits came in the days of a filter. Days before the first one that was counted say so and no nought; the
 * sum, and rows that are not days, begin with that first day for orders too, so that the steps can be compared.
 *
 * Throws `forbidden`.
 */
export async function getFunnel(caller: Caller, filter: VisitFilter) {
  requirePermission(caller, 'costs.see')
  const range: FinanceRange = financeRange(filter)
  const [since, { 'tools.visits': isOn }] = await Promise.all([findFirstVisitDay(), readSettings(['tools.visits'])])
  const isCounted = since !== null && since <= range.to
  const counted = isCounted && since > range.from ? { ...range, from: since } : range
  const ordersIn = filter.by === 'day' ? range : counted
  const [visits, orders] = await Promise.all([
    isCounted ? sumVisits(filter, counted) : [],
    sumOrders(filter, ordersIn, env.STORE_MODE),
  ])
  const inCounted = orders.filter(({ key }) => filter.by !== 'day' || key >= counted.from)
  const countsOf = (key: string | null, some: readonly KeyedCount[], hasVisits: boolean) =>
    toCounts({ visits: hasVisits ? visits : null, orders: some, key })
  const keys = filter.by === 'day' ? daysOf(range) : keysOf([...visits, ...orders])
  // Of a day without any visit nobody knows whether it was counted.
  const seen = new Set(visits.map(({ key }) => key))

  return {
    range,
    since,
    isOn: isOn === true,
    total: countsOf(null, inCounted, isCounted),
    rows: keys.slice(0, filter.by === 'day' ? keys.length : MAX_ROWS).map((key) => ({
      key,
      counts: countsOf(key, orders, filter.by === 'day' ? seen.has(key) : isCounted && key !== UNCOUNTED),
    })),
  }
}

const DAY_MS = 86_400_000

function daysOf({ from, to }: FinanceRange): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]

  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, back) =>
    new Date(last - back * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Those with the most first. */
function keysOf(counts: readonly KeyedCount[]): string[] {
  const sums = new Map<string, number>()
  for (const { key, count } of counts) sums.set(key, (sums.get(key) ?? 0) + count)

  return [...sums].sort(([, a], [, b]) => b - a).map(([key]) => key)
}

type Counted = { visits: readonly KeyedCount[] | null; orders: readonly KeyedCount[]; key: string | null }

function toCounts({ visits, orders, key }: Counted): StepCounts {
  const sum = (counts: readonly KeyedCount[] | null, step: string) =>
    counts?.reduce((all, one) => (one.step === step && (key === null || one.key === key) ? all + one.count : all), 0) ??
    null
  const entries = FUNNEL_STEPS.map((step) => {
    const isVisit = (VISIT_STEPS as readonly string[]).includes(step)

    return [step, sum(isVisit ? visits : orders, step)]
  })

  return Object.fromEntries(entries) as StepCounts
}

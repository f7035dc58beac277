import { PASSES_PER_DAY } from '#lib/catalog/rules/admin-catalog.ts'
import { MOST_ORDERS_PER_PASS, USAGE_PAUSES } from '#lib/esims/rules/usage-budget.ts'

const DAY_MS = 86_400_000
const MINUTES_PER_DAY = 1_440

/** How many calls a day the passes by the clock take: the list, and one for each destination. `null` without a list. */
export function catalogueCallsPerDay(destinations: number): number | null {
  return destinations === 0 ? null : PASSES_PER_DAY * (destinations + 1)
}

/** How many calls a day reading usage takes at most: every watched order at the shortest pause, within the passes. */
export function usageCallsPerDay(watched: number): number {
  return Math.min((watched * DAY_MS) / USAGE_PAUSES.near, MOST_ORDERS_PER_PASS * MINUTES_PER_DAY)
}

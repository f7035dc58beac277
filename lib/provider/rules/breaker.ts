import { PASSES_PER_DAY } from '#lib/catalog/rules/admin-catalog.ts'
import { MAX_ORDERS_PER_PASS, USAGE_PAUSES } from '#lib/esims/rules/usage-budget.ts'

/** What a breaker remembers: failures in a row, and the last twenty outcomes, `true` for a failure. */
export type BreakerMemory = { state: 'closed' | 'open'; failures: number; recent: boolean[] }

/** Failures in a row that open a breaker, and how many outcomes are kept for the share of failures. */
export const BREAKER_LIMITS = { inARow: 5, window: 20 } as const

/** Returns what a breaker remembers after an outcome. While it is open, one success closes it. */
export function afterOutcome(memory: BreakerMemory, isFailure: boolean): BreakerMemory {
  if (memory.state === 'open') return isFailure ? memory : { state: 'closed', failures: 0, recent: [] }
  const recent = [...memory.recent, isFailure].slice(-BREAKER_LIMITS.window)
  const failures = isFailure ? memory.failures + 1 : 0
  const failed = recent.filter(Boolean).length
  const isMostlyFailing = recent.length === BREAKER_LIMITS.window && failed * 2 > BREAKER_LIMITS.window
  const state = failures >= BREAKER_LIMITS.inARow || isMostlyFailing ? 'open' : 'closed'

  return { state, failures, recent }
}

const DAY_MS = 86_400_000
const MINUTES_PER_DAY = 1_440

/** How many calls a day the passes by the clock take: the list, and one for each destination. `null` without a list. */
export function catalogueCallsPerDay(destinations: number): number | null {
  return destinations === 0 ? null : PASSES_PER_DAY * (destinations + 1)
}

/** How many calls a day reading usage takes at most: every watched order at the shortest pause, within the passes. */
export function usageCallsPerDay(watched: number): number {
  return Math.min((watched * DAY_MS) / USAGE_PAUSES.near, MAX_ORDERS_PER_PASS * MINUTES_PER_DAY)
}

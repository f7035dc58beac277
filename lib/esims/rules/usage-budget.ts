import { type UsageFacts, usedPercent } from '#lib/esims/rules/usage.ts'

const HOUR_MS = 3_600_000

/** How long after an answer an order is asked again, by what its eSIMs do. */
export const USAGE_PAUSES = {
  beforeStart: 24 * HOUR_MS,
  inUse: 6 * HOUR_MS,
  near: HOUR_MS,
  noAnswer: 6 * HOUR_MS,
} as const

/** One pass asks about no more orders than this, whatever is due. */
export const MOST_ORDERS_PER_PASS = 60

const NEAR_PERCENT = 80

/**
 * Returns in how many milliseconds an order is asked again, by the eSIM of it that needs it first. `null` when all its
 * plans have ended: nothing is asked after the end.
 */
export function nextUsagePause(esims: readonly UsageFacts[], now: Date): number | null {
  if (esims.length === 0) return USAGE_PAUSES.noAnswer
  const pauses = esims.flatMap((facts) => pauseOf(facts, now) ?? [])

  return pauses.length === 0 ? null : Math.min(...pauses)
}

function pauseOf(facts: UsageFacts, now: Date): number | null {
  const left = facts.endsAt === null ? Number.POSITIVE_INFINITY : facts.endsAt.getTime() - now.getTime()
  if (left <= 0) return null
  if (facts.beginsAt === null && (facts.usedMb ?? 0) === 0) return USAGE_PAUSES.beforeStart
  if (facts.beginsAt !== null && facts.beginsAt > now) return USAGE_PAUSES.beforeStart
  if (left <= 24 * HOUR_MS || (usedPercent(facts) ?? 0) > NEAR_PERCENT) return USAGE_PAUSES.near

  // The first answer of the last day comes when that begins: its mail says so then.
  return Math.min(USAGE_PAUSES.inUse, left - 24 * HOUR_MS)
}

import { type UsageReading, usedPercent } from '#lib/esims/rules/usage.ts'

const HOUR_MS = 3_600_000

/** How long after an answer an order is asked again, by what its eSIMs do. */
export const USAGE_PAUSES = {
  beforeStart: 24 * HOUR_MS,
  inUse: 6 * HOUR_MS,
  near: HOUR_MS,
  noAnswer: 6 * HOUR_MS,
} as const

/** One pass asks about no more orders than this, whatever is due. */
export const MAX_ORDERS_PER_PASS = 60

const NEAR_PERCENT = 80

/**
 * Returns in how many milliseconds an order is asked again, by the eSIM of it that needs it first. `null` when all its
 * plans have ended: nothing is asked after the end.
 */
export function nextUsagePause(esims: readonly UsageReading[], now: Date): number | null {
  if (esims.length === 0) return USAGE_PAUSES.noAnswer
  const pauses = esims.flatMap((facts) => pauseOf(facts, now) ?? [])

  return pauses.length === 0 ? null : Math.min(...pauses)
}

function pauseOf(facts: UsageReading, now: Date): number | null {
  const left = facts.endsAt === null ? Number.POSITIVE_INFINITY : facts.endsAt.getTime() - now.getTime()
  if (left <= 0) return null
  if (facts.beginsAt === null && (facts.usedMb ?? 0) === 0) return USAGE_PAUSES.beforeStart
  if (facts.beginsAt !== null && facts.beginsAt > now) return USAGE_PAUSES.beforeStart
  if (left <= 24 * HOUR_MS || (usedPercent(facts) ?? 0) > NEAR_PERCENT) return USAGE_PAUSES.near

  // The first answer of the last day comes when that begins: its mail says so then.
  return Math.min(USAGE_PAUSES.inUse, left - 24 * HOUR_MS)
}

/** A stretch of time, its end not included. */
export type DayStretch = { from: Date; until: Date }

const DAY_MS = 86_400_000

/** The UTC day of an instant. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/**
 * Returns the parts of `span` that have to be added up from their rows: the marked days, and the days of which it holds
 * a part only. `days` names all of them; every other day of the span is as it was added up before.
 *
 * Neighbours are one part, but none goes beyond its month: each is a statement of its own, with a time that it may take.
 */
export function liveStretches(
  span: DayStretch,
  marked: readonly string[],
): { days: string[]; stretches: DayStretch[] } {
  if (span.from >= span.until) return { days: [], stretches: [] }
  const isWithin = (day: string) => day >= dayOf(span.from) && startOf(day) < span.until
  const cut = [span.from, span.until].flatMap((at) => (startOf(dayOf(at)).getTime() === at.getTime() ? [] : dayOf(at)))
  const days = [...new Set([...marked.filter(isWithin), ...cut])].toSorted()
  const stretches: DayStretch[] = []
  for (const day of days) {
    const from = laterOf(startOf(day), span.from)
    const until = earlierOf(new Date(startOf(day).getTime() + DAY_MS), span.until)
    const last = stretches.at(-1)
    const isNext = last?.until.getTime() === from.getTime() && !day.endsWith('-01')
    if (last && isNext) last.until = until
    else stretches.push({ from, until })
  }

  return { days, stretches }
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b
}

function earlierOf(a: Date, b: Date): Date {
  return a < b ? a : b
}

const DAY_MS = 86_400_000
// After the day's sales have settled everywhere, before anybody is at a desk.
const NIGHT_MS = (3 * 60 + 10) * 60_000

/** Tells whether the comparison of the last hours is due. `every` is in milliseconds; `last` is `null` before the first. */
export function isQuarterDue(last: Date | null, { now, every }: { now: Date; every: number }): boolean {
  return last === null || now.getTime() - last.getTime() >= every
}

/** Tells whether the nightly comparison is due: 03:10 UTC has passed since the last one, and the store was there then. */
export function isNightDue({ quarter, night, now }: { quarter: Date | null; night: Date | null; now: Date }): boolean {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + NIGHT_MS
  const boundary = now.getTime() >= today ? today : today - DAY_MS
  const last = night ?? quarter

  return last !== null && last.getTime() < boundary
}

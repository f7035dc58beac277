/** Tells whether a text names a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns what clocks of a zone show at an instant: `YYYY-MM-DDTHH:MM`. */
export function localTimeAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).toISOString().slice(0, 16)
}

/**
 * Returns the instant at which clocks of a zone show a time (`YYYY-MM-DDTHH:MM`), `null` for what is none. A time that a
 * clock skips counts as the moment it jumps to, or just behind it; one that it shows twice is the earlier one.
 */
export function instantOf(local: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || !isTimeZone(timeZone)) return null
  const asUtc = new Date(`${local}:00Z`)
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== local) return null
  // The offset depends on the instant that is looked for: both sides of a change are tried, the larger offset is earlier.
  const offsets = [-DAY_MS, DAY_MS].map((way) => offsetMs(new Date(asUtc.getTime() + way), timeZone))
  const candidates = offsets.toSorted((a, b) => b - a).map((offset) => new Date(asUtc.getTime() - offset))

  return candidates.find((instant) => localTimeAt(instant, timeZone) === local) ?? candidates.at(-1) ?? null
}

/** Returns the instant a week before at which clocks of a zone showed the same time, also across a change of the clock. */
export function weekBefore(instant: Date, timeZone: string): Date {
  const behind = new Date(instant.getTime() - 7 * DAY_MS)
  const moved = offsetMs(instant, timeZone) - offsetMs(behind, timeZone)
  const same = new Date(behind.getTime() + moved)
  const isShown = offsetMs(same, timeZone) === offsetMs(behind, timeZone)

  return isShown ? same : behind
}

const DAY_MS = 86_400_000

function offsetMs(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))

  return shown - Math.floor(instant.getTime() / 1000) * 1000
}

import { addDays, type CalendarDate, calendarDateAt } from '#lib/core/rules/calendar-days.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

/** The zone in which the provider counts days: eight hours ahead of UTC, all year. */
export const NETWORK_ZONE = 'Etc/GMT-8'
const NETWORK_OFFSET_MS = 8 * 3_600_000

/** Returns the day that the network counts at an instant. */
export function networkDay(instant: Date): CalendarDate {
  return calendarDateAt(instant, NETWORK_OFFSET_MS / 60_000)
}

/** Returns the instant at which a calendar day begins on the network's clock. */
export function networkMidnight(date: CalendarDate): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) - NETWORK_OFFSET_MS)
}

/** Returns what a plan of `days` calendar days of the network covers when it starts on `startDate`. */
export function coveredTime(startDate: CalendarDate, days: number) {
  return { begins: networkMidnight(startDate), ends: networkMidnight(addDays(startDate, days)) }
}

/** Returns the last minute of the day before which an eSIM must be activated, as the network counts that day. */
export function lastMinuteOf(activateBefore: CalendarDate): Date {
  return new Date(networkMidnight(addDays(activateBefore, 1)).getTime() - 60_000)
}

/** Returns what the clocks of a zone show at an instant, changes between summer and winter time included. */
export function wallClock(instant: Date, zone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''

  return {
    date: `${part('year')}-${part('month')}-${part('day')}` as CalendarDate,
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Countries of a trip that an offer covers, and those it leaves out. `gaps` is null when coverage is not stated. */
export type TripCoverage = { covered: string[]; gaps: string[] | null }

/** Returns what an offer covers of the countries of a trip, both by their two-letter codes. */
export function tripCoverage(wanted: readonly string[], coverage: readonly string[] | null): TripCoverage {
  if (coverage === null) return { covered: [], gaps: null }
  const known = new Set(coverage)

  return {
    covered: wanted.filter((iso2) => known.has(iso2)),
    gaps: wanted.filter((iso2) => !known.has(iso2)),
  }
}

/** Returns the countries a destination works in by their codes; `null` when nobody has stated them. */
export function countriesOf({ iso2, coverage }: Pick<PlaceOnSale, 'iso2' | 'coverage'>): string[] | null {
  const stated = coverage?.flatMap((country) => country.iso2 ?? []) ?? null
  if (iso2 === null) return stated && [...new Set(stated)]

  return [...new Set([iso2, ...(stated ?? [])])]
}

import { coveredTime, NETWORK_ZONE, wallClock } from '#lib/catalog/rules/trip.ts'
import type { CalendarDate } from '#lib/core/rules/calendar-days.ts'

/** One clock as it is shown: the hour, and the day in short words. */
export type ClockFace = { time: string; day: string }
export type ClockRow = { first: ClockFace; last: ClockFace }

/** When a run of network days begins and ends on each clock, `null` where the zone is not known. */
export type ClockRows = { network: ClockRow; destination: ClockRow | null; home: ClockRow | null }

/** Returns the first and the last moment of `days` network days from `startDate` on three clocks. */
export function clockRows(
  startDate: string,
  days: number,
  zones: { destination: string | null; home: string | null; tag: string },
): ClockRows {
  const { begins, ends } = coveredTime(startDate as CalendarDate, days)
  const row = (zone: string): ClockRow => ({
    first: clockFace(begins, zone, zones.tag),
    last: clockFace(ends, zone, zones.tag),
  })

  return {
    network: row(NETWORK_ZONE),
    destination: zones.destination === null ? null : row(zones.destination),
    home: zones.home === null ? null : row(zones.home),
  }
}

/** Tells whether data still runs at the end of the trip's last day, as the clocks of the destination count it. */
export function coversLastEvening(startDate: string, days: number, { leave, zone }: { leave: string; zone: string }) {
  const { ends } = coveredTime(startDate as CalendarDate, days)

  return wallClock(ends, zone).date > leave
}

/** Returns a moment in short words: `Mon 15 Mar, 01:00`. */
export function momentText({ day, time }: ClockFace): string {
  return `${day}, ${time}`
}

function clockFace(instant: Date, zone: string, tag: string): ClockFace {
  const day = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone })

  return { time: wallClock(instant, zone).time, day: day.format(instant).replace(',', '') }
}

/** Returns the name of a zone's distance from Greenwich on a day, or at an instant: `GMT+9`. */
export function zoneName(zone: string, at: string | Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
  const part = format
    .formatToParts(typeof at === 'string' ? new Date(`${at}T12:00:00Z`) : at)
    .find(({ type }) => type === 'timeZoneName')

  return part?.value ?? zone
}

/** Returns the city a zone is named after: `Tokyo` for `Asia/Tokyo`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

import { type CalendarDate, calendarDateAt, makeCalendarDate } from '#lib/core/rules/calendar-date.ts'

/** The zone in which the provider writes every date that names none. */
const PROVIDER_OFFSET_MINUTES = 8 * 60

/** The form in which a start date is sent where nothing else is set. Not in the spec; setting order.beginDateFormat. */
const DEFAULT_START_DATE_FORMAT = 'MM/dd/yyyy'

const PATTERN = new RegExp(
  [
    /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})/,
    /(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?)?/,
    /\s*(?:\(?\s*(?:GMT|UTC)(?<offsetHours>[+-]\d{1,2})(?::?(?<offsetMinutes>\d{2}))?\s*\)?)?$/,
  ]
    .map((part) => part.source)
    .join(''),
)

type Stamp = { date: CalendarDate; timeMs: number | null; offsetMinutes: number }

/**
 * Returns the instant of a date with a time, `null` for anything else, a date without a time included.
 *
 * A stamp without a zone is in GMT+8; a suffix such as `(GMT+8)` is honoured. Seconds and fractions are optional.
 */
export function parseProviderInstant(text: string | null): Date | null {
  const stamp = readStamp(text)
  if (stamp === null || stamp.timeMs === null) return null

  return new Date(Date.parse(`${stamp.date}T00:00:00Z`) + stamp.timeMs - stamp.offsetMinutes * 60_000)
}

/** Returns the day written in a date, with or without a time and a zone suffix; `null` when there is none. */
export function parseProviderDate(text: string | null): CalendarDate | null {
  return readStamp(text)?.date ?? null
}

/** Returns the day that the provider's calendar (GMT+8) shows at an instant. */
export function toProviderDate(instant: Date): CalendarDate {
  return calendarDateAt(instant, PROVIDER_OFFSET_MINUTES)
}

/** Returns the instant at which a day begins in the provider's calendar (GMT+8). */
export function startOfProviderDate(date: CalendarDate): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) - PROVIDER_OFFSET_MINUTES * 60_000)
}

/** Returns a range as the order search wants it: `YYYY/MM/DD-YYYY/MM/DD`, both days included as far as is known. */
export function formatDateRange({ from, to }: { from: CalendarDate; to: CalendarDate }): string {
  return `${from.replaceAll('-', '/')}-${to.replaceAll('-', '/')}`
}

/** Returns a start date in a form made of `yyyy`, `MM`, `dd` and separators. Throws `RangeError` for another form. */
export function formatStartDate(date: CalendarDate, format: string = DEFAULT_START_DATE_FORMAT): string {
  if (!isStartDateFormat(format)) throw new RangeError('A date form holds yyyy, MM and dd once each.')
  const [year = '', month = '', day = ''] = date.split('-')

  return format.replace('yyyy', year).replace('MM', month).replace('dd', day)
}

/** Tells whether a form holds `yyyy`, `MM` and `dd` once each and nothing else but separators. */
export function isStartDateFormat(format: string): boolean {
  const rest = format.replace('yyyy', '').replace('MM', '').replace('dd', '')

  return rest.length === format.length - 8 && /^[-/. ]{0,4}$/.test(rest)
}

function readStamp(text: string | null): Stamp | null {
  const groups = text === null || text.length > 60 ? undefined : PATTERN.exec(text.trim())?.groups
  if (!groups) return null
  const date = makeCalendarDate(Number(groups.year), Number(groups.month), Number(groups.day))
  const timeMs = groups.hour === undefined ? null : toTimeMs(groups)
  if (date === null || Number.isNaN(timeMs)) return null

  return { date, timeMs, offsetMinutes: toOffset(groups.offsetHours, groups.offsetMinutes) }
}

function toTimeMs(groups: Record<string, string | undefined>): number {
  const [hour, minute, second] = [Number(groups.hour), Number(groups.minute), Number(groups.second ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN
  const millis = Number((groups.fraction ?? '0').padEnd(3, '0').slice(0, 3))

  return ((hour * 60 + minute) * 60 + second) * 1000 + millis
}

function toOffset(hours: string | undefined, minutes: string | undefined): number {
  if (hours === undefined) return PROVIDER_OFFSET_MINUTES
  const size = Math.abs(Number(hours)) * 60 + Number(minutes ?? 0)

  return hours.startsWith('-') ? -size : size
}

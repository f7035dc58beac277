import { z } from 'zod'
import { type Decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import { type CalendarDate, calendarDateAt, makeCalendarDate } from '#lib/core/rules/field-schemas.ts'
import { isStartDateFormat } from '#lib/provider/rules/capabilities.ts'
import { sourceOf } from '#lib/provider/sign.ts'

// Fields arrive as numbers or text, empty, null or not at all, and one odd field must not cost us a paid order. So no
// reader here ever fails: what cannot be read is null, and each endpoint says what it cannot do without.
function reader<Value>(read: (value: unknown) => Value) {
  return z.unknown().optional().transform(read)
}

const MAX_TEXT = 20_000

/** A text to show or store: blanks around it and control characters removed, `null` when nothing is left. */
export const text = reader(toText)

/** A text that must not be changed in any way, such as an activation code; `null` when it is empty. */
export const rawText = reader((value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT ? value : null,
)

/** A whole number that a row can keep, also written as text; `null` otherwise. */
export const integer = reader(toInteger)

/** An exact decimal from a number or a text; `null` otherwise. */
export const exact = reader(toDecimal)

/** A measure that is no money, such as megabytes: a number from 0; `null` when absent, never 0 instead. */
export const measure = reader((value) => {
  const parsed = toDecimal(value)
  const size = parsed === null ? Number.NaN : Number(parsed)

  return size >= 0 && Number.isFinite(size) ? size : null
})

/** Yes or no as boolean, 0 and 1, or text; `null` otherwise. */
export const flag = reader((value) => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === true || word === 1 || word === '1' || word === 'true') return true
  if (word === false || word === 0 || word === '0' || word === 'false') return false

  return null
})

/** The elements that fit a schema; `[]` when there is no list. */
export function list<Item extends z.ZodType>(item: Item) {
  return reader((value) => toItems(item, value) ?? [])
}

/** The elements that fit a schema; anything but a list is refused. */
export function requiredList<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((value) => toItems(item, value) ?? [])
}

/** The elements that fit a schema; `null` when there is no list. */
export function listOrNull<Item extends z.ZodType>(item: Item) {
  return reader((value) => toItems(item, value))
}

/** A list that is evidence: `[]` when it is absent, null or empty text; anything else than a list is refused. */
export function listPayload<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (isAbsent(value) ? [] : value), requiredList(item))
}

/** A payload that is an object: absent, null and empty text read as an empty one; anything else is refused. */
export function objectPayload<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(toObjectPayload, z.object(shape))
}

/** An object read by a schema; the schema's view of an empty object when there is none. */
export function part<Shape extends z.ZodType>(shape: Shape) {
  return reader((value) => {
    const parsed = shape.safeParse(value)

    return parsed.success ? parsed.data : shape.parse({})
  })
}

/** A map read by key; empty when there is none. */
export function map<Item extends z.ZodType>(item: Item) {
  return reader((value): [key: string, item: z.output<Item>][] => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []

    return Object.entries(value).map(([key, entry]) => [toText(key) ?? '', item.parse(entry)])
  })
}

function toObjectPayload(value: unknown): unknown {
  if (isAbsent(value)) return {}

  return sourceOf(value) === null ? value : null
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function toItems<Item extends z.ZodType>(item: Item, value: unknown): z.output<Item>[] | null {
  if (!Array.isArray(value)) return null

  return value.flatMap((entry) => {
    const parsed = item.safeParse(entry)

    return parsed.success ? [parsed.data] : []
  })
}

function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return sourceOf(value)
  // PostgreSQL stores neither NUL nor broken surrogates; the other control characters only disturb terminals and logs.
  const clean = value
    .slice(0, MAX_TEXT)
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .toWellFormed()

  return clean.trim() === '' ? null : clean.trim()
}

/**
 * The largest whole number that a row can keep. Every number of the provider is stored sooner or later: one that its
 * column refuses would break off the step that has just read it, again and again.
 */
export const MAX_INTEGER = 2_147_483_647

function toInteger(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || !/^\s*-?\d{1,15}\s*$/.test(value))) return null
  const whole = Number(value)

  return Number.isSafeInteger(whole) && Math.abs(whole) <= MAX_INTEGER ? whole : null
}

function toDecimal(value: unknown): Decimal | null {
  const written = sourceOf(value) ?? value

  return typeof written === 'number' || typeof written === 'string' ? parseDecimal(written) : null
}

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

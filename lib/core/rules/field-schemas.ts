import { z } from 'zod'
import { DEFAULT_LOCALE, LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  daysBetween,
  makeCalendarDate,
  parseCalendarDate,
} from '#lib/core/rules/calendar-days.ts'
import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'
import { CAMPAIGN, HOST } from '#lib/core/rules/visit-origin.ts'

// The rules live apart from the schema, so that browsers which only count days do not carry the schema library.
export { addDays, type CalendarDate, calendarDateAt, daysBetween, makeCalendarDate, parseCalendarDate }

/** Accepts `YYYY-MM-DD` for a day that exists, as long as the days after it can be written in the same way. */
export const calendarDateSchema = z.custom<CalendarDate>(
  (value) => typeof value === 'string' && value < '9000' && parseCalendarDate(value) !== null,
  'This is no calendar date.',
)

/** Accepts an instant such as `2027-01-31T12:00:00Z` in the years that the database and a date of ours can write alike. */
export const instantSchema = z.iso.datetime().refine((text) => text >= '1000' && text < '9000')

// Apart from the rules of money, which browsers load: a page of the shop must not bring the schema library along.

/** Accepts exactly the codes of the table, in capitals. */
export const currencyCodeSchema = z.custom<CurrencyCode>(
  (value) => typeof value === 'string' && parseCurrency(value) === value,
  'This currency is not supported.',
)

/** Accepts `{ minor, currency }` with a safe integer and a known currency, nothing else. */
export const moneySchema = z.strictObject({ minor: z.int(), currency: currencyCodeSchema }).readonly()

/** A field of an address that has a form. Whatever cannot be read is left out, never an error. */
export function matching(pattern: RegExp) {
  return z.string().regex(pattern).nullable().catch(null)
}

/** The first and the last day that a list is asked for. Whatever cannot be read is left out, never an error. */
export const daySpan = {
  from: calendarDateSchema.nullable().catch(null),
  to: calendarDateSchema.nullable().catch(null),
}

/** What the address of a list says whose rows are only searched. Whatever cannot be read is left out, never an error. */
export const searchSchema = z.object({ q: z.string().trim().max(80).catch('') })

/** What the address of its file says: places are searched, and called, as they are in a language. */
export const searchInLocaleSchema = searchSchema.extend({
  locale: z.string().regex(LOCALE_SHAPE).catch(DEFAULT_LOCALE),
})

/** Whether the database can hold a text: it refuses NUL in any, and half a letter in JSON. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A number that an address names a row by: above zero, and no larger than its column. */
export const rowNumber = z.coerce.number().int().positive().max(2_147_483_647)

/** Where a visit came from, '' where it did not say. */
export const visitOriginSchema = z.strictObject({
  referrer: z.union([z.literal(''), z.string().regex(HOST)]),
  source: z.union([z.literal(''), z.string().regex(CAMPAIGN)]),
  campaign: z.union([z.literal(''), z.string().regex(CAMPAIGN)]),
})
export type VisitOrigin = z.output<typeof visitOriginSchema>

/** Reads where the visit of an order came from, as it is told beside it. Whatever cannot be read is left out, never an error. */
export function readVisitOrigin(told: string | null): VisitOrigin | null {
  try {
    return visitOriginSchema.parse(JSON.parse(told ?? ''))
  } catch {
    return null
  }
}

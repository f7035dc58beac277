import type { Locale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag } from '#lib/core/i18n/formats.ts'
import type { Amount, ShopPlanKind } from '#lib/settings/rules/shop.ts'

type PlanTranslator = (key: 'plan.fixed' | 'plan.dayPass', values: { amount: string; days: number }) => string
export type Bought = { amount: Amount; term: ShopPlanKind; days: number }

/** Returns what was bought in a few words: `10 GB, 15 days`, or `2 GB a day, 9 days`. `t` reads the order's messages. */
export function planText(t: PlanTranslator, { amount, term, days }: Bought, locale: Locale): string {
  return t(term.kind === 'fixed' ? 'plan.fixed' : 'plan.dayPass', { amount: amountText(amount, intlTag(locale)), days })
}

/** Returns a calendar day in words. A day has no zone, so none moves it. */
export function dayText(day: string, locale: Locale, style: DayStyle = 'full'): string {
  return formatOf(locale, style).format(toInstant(day))
}

/** Returns a span of calendar days in words, with what both days share said once: `Sat, 6 – Wed, 10 March 2027`. */
export function daySpanText(first: string, last: string, locale: Locale): string {
  const span = formatOf(locale, 'full').formatRange(toInstant(first), toInstant(last))

  // A server puts thin spaces around the dash where a browser has plain ones: the page would be written twice.
  return span.replaceAll('\u2009', ' ')
}

type DayStyle = 'full' | 'short'

function formatOf(locale: Locale, style: DayStyle): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(intlTag(locale), {
    weekday: style === 'full' ? 'short' : undefined,
    day: 'numeric',
    month: style === 'full' ? 'long' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

function toInstant(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`)
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SHAPES = {
  time: CLOCK,
  time_zone: CLOCK,
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short_date: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', ...CLOCK },
  date_time: { day: 'numeric', month: 'long', year: 'numeric', ...CLOCK },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type TimeShape = keyof typeof SHAPES

/** Returns what of an instant is said. A moment of another year says which: it would be taken for one of this year. */
export function timeShape(shape: TimeShape, at: Date, now: Date = new Date()): Intl.DateTimeFormatOptions {
  const isOfAnotherYear = at.getUTCFullYear() !== now.getUTCFullYear()

  return shape === 'moment' && isOfAnotherYear ? { ...SHAPES.moment, year: 'numeric' } : SHAPES[shape]
}

const MINUTE_MS = 60_000

/** Returns how long it is until something, in whole minutes or hours: `in 5 minutes`. `null` once it has come. */
export function aheadText(at: Date, now: Date, locale: Locale): string | null {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS)
  if (minutes <= 0) return null
  const format = new Intl.RelativeTimeFormat(intlTag(locale))

  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour')
}

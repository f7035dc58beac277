import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

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

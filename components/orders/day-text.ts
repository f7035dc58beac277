import type { Locale } from '#lib/i18n/config.ts'
import { intlTag } from '#lib/i18n/formats.ts'

/** Returns a calendar day in words. A day has no zone, so none moves it. */
export function dayText(day: string, locale: Locale, style: 'full' | 'short' = 'full'): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), {
    weekday: style === 'full' ? 'short' : undefined,
    day: 'numeric',
    month: style === 'full' ? 'long' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

  return format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}

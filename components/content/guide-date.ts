import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

/** Returns the day of an instant as readers of a language write it, by the clock of the whole world. */
export function longDay(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

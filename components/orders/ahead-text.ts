import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

const MINUTE_MS = 60_000

/** Returns how long it is until something, in whole minutes or hours: `in 5 minutes`. `null` once it has come. */
export function aheadText(at: Date, now: Date, locale: Locale): string | null {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS)
  if (minutes <= 0) return null
  const format = new Intl.RelativeTimeFormat(intlTag(locale))

  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour')
}

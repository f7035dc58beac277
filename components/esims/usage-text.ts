import type { Locale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag } from '#lib/core/i18n/formats.ts'

const MINUTE_MS = 60_000
const MB_PER_GB = 1024

/** Returns an amount of data as its readers write it: `640 MB`, `1.2 GB`. What is not 0 never reads as 0. */
export function dataText(mb: number, locale: Locale): string {
  const tag = intlTag(locale)
  const amount =
    mb >= MB_PER_GB ? ({ value: mb / MB_PER_GB, unit: 'GB' } as const) : ({ value: mb, unit: 'MB' } as const)

  return amountText(amount, tag, { maximumSignificantDigits: amount.value >= 100 ? 4 : 2 })
}

/** Returns how long ago something was, in the largest whole unit: `14 minutes ago`, `yesterday`. */
export function ageText(at: Date, now: Date, locale: Locale): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS))
  const format = new Intl.RelativeTimeFormat(intlTag(locale), { numeric: minutes === 0 ? 'auto' : 'always' })
  if (minutes < 60) return format.format(-minutes, 'minute')
  if (minutes < 24 * 60) return format.format(-Math.floor(minutes / 60), 'hour')

  return format.format(-Math.floor(minutes / (24 * 60)), 'day')
}

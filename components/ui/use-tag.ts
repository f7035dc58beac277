import { useLocale } from 'next-intl'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

/** The language of the page, as the formats of numbers, sums and days take it. */
export function useTag(): string {
  return intlTag(toLocale(useLocale()))
}

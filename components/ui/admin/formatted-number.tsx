import { useLocale } from 'next-intl'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

/** How many there are, written as the language writes large numbers. */
export function FormattedNumber({ value }: { value: number }) {
  const tag = intlTag(toLocale(useLocale()))

  return <bdi>{new Intl.NumberFormat(tag).format(value)}</bdi>
}

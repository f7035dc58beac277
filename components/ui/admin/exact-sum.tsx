import { useLocale } from 'next-intl'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

/** An exact amount, as costs have more places than prices: two at least, its currency behind it. */
export function ExactSum({ amount, currency }: { amount: string; currency: string }) {
  const tag = intlTag(toLocale(useLocale()))

  return <bdi>{`${exactText(amount, tag)} ${currency}`}</bdi>
}

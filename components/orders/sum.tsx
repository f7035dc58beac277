import { useLocale } from 'next-intl'
import { formatMoney, type Money } from '#lib/domain/money.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { moneyTag } from '#lib/i18n/formats.ts'

/** A sum of money as the page's readers write it, kept in its own order inside right-to-left sentences. */
export function Sum({ of: amount }: { of: Money }) {
  return <bdi className="num whitespace-nowrap">{formatMoney(amount, moneyTag(toLocale(useLocale())))}</bdi>
}

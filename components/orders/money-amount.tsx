import { useLocale } from 'next-intl'
import { directionOf, type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { formatMoney, type Money } from '#lib/core/rules/money.ts'

const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const END_OF_ISOLATE = '\u2069'

/** Returns a sum for use inside a sentence, kept in its own order where the sentence runs from right to left. */
export function sumText(amount: Money, locale: Locale): string {
  const text = formatMoney(amount, moneyTag(locale))

  return directionOf(locale) === 'rtl' ? `${LEFT_TO_RIGHT_ISOLATE}${text}${END_OF_ISOLATE}` : text
}

/** A price of the shop that nobody has been offered yet: it follows the currency chosen in this browser, as `Price` does. */
export function ShopPrice({ of: amount, isMetric = false }: { of: Money; isMetric?: boolean }) {
  const mark = isMetric ? { 'data-figure': amount.minor } : { 'data-price': amount.minor }

  return (
    <bdi className="num whitespace-nowrap" {...mark} suppressHydrationWarning>
      {formatMoney(amount, moneyTag(toLocale(useLocale())))}
    </bdi>
  )
}

/** A sum of money as the page's readers write it, kept in its own order inside right-to-left sentences. */
export function MoneyAmount({ of: amount }: { of: Money }) {
  return <bdi className="num whitespace-nowrap">{formatMoney(amount, moneyTag(toLocale(useLocale())))}</bdi>
}

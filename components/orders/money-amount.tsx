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

/** A sum of money as the page's readers write it, kept in its own order inside right-to-left sentences. */
export function MoneyAmount({ of: amount }: { of: Money }) {
  return <bdi className="num whitespace-nowrap">{formatMoney(amount, moneyTag(toLocale(useLocale())))}</bdi>
}

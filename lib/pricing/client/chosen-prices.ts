import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'
import { type Money, money, sum } from '#lib/core/rules/money.ts'
import { chosenCurrency, offeredTerms } from '#lib/pricing/client/currency-choice.ts'
import { metricIn, type PriceTerms, priceIn, readPriceTerms } from '#lib/pricing/rules/selling-currency.ts'

/** The currency of the store as the page names it, and how to sell in the one that was chosen; `null` for the store's own. */
export type ShownCurrency = { own: CurrencyCode; terms: PriceTerms | null }

/** Reads from the page which currency its prices are to be shown in; `null` on a page that offers none. */
export function shownCurrency(): ShownCurrency | null {
  const own = parseCurrency(document.querySelector<HTMLElement>('[data-currencies]')?.dataset.own ?? '')
  const code = chosenCurrency()

  return own && { own, terms: readPriceTerms(offeredTerms()).find((one) => one.code === code) ?? null }
}

/** Returns what pieces cost together, written as `450*3 900`: each is converted and rounded for itself, as it is sold. */
export function piecesIn(pieces: string, { own, terms }: ShownCurrency): Money {
  const prices = pieces.split(' ').map((piece) => {
    const [minor, count = 1] = piece.split('*').map(Number)
    const price = money(minor ?? 0, own)
    const sold = terms ? priceIn(price, terms) : price

    return { ...sold, minor: sold.minor * count }
  })

  return sum(prices, terms?.code ?? own)
}

/** Returns a figure that nobody pays as it stands. */
export function shownMetric(minor: number, { own, terms }: ShownCurrency): Money {
  return terms ? metricIn(money(minor, own), terms) : money(minor, own)
}

/** Returns the price of one piece as the page shows it, in minor units of the currency that was chosen. */
export function seenMinor(minor: number): number {
  const shown = shownCurrency()

  return shown ? piecesIn(String(minor), shown).minor : minor
}

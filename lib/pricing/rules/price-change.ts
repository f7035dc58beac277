import { isSameMoney, type Money, money, multiply } from '#lib/core/rules/money.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** A total that is no longer the one the buyer agreed to look at. */
export type PriceChange = { before: Money; now: Money }

/** The price a buyer has seen: of one piece, for so many days. */
export type SeenPrice = Pick<QuoteView, 'unit' | 'days'>

/**
 * Returns how the price of an offer differs from the one that was seen, `null` when it is the same price.
 *
 * Other days cost something else by right: then the price per day is compared. Other counts change no price of a piece.
 */
export function priceChange(
  seen: SeenPrice,
  offer: Pick<QuoteView, 'unit' | 'days' | 'count' | 'total'>,
): PriceChange | null {
  const unitBefore = forDays(seen, offer.days)
  if (isSameMoney(unitBefore, offer.unit) || isSameMoney(seen.unit, offer.unit)) return null

  return { before: multiply(unitBefore, offer.count), now: offer.total }
}

function forDays({ unit, days }: SeenPrice, wanted: number): Money {
  if (days === wanted || days < 1) return unit

  return money(Math.round((unit.minor * wanted) / days), unit.currency)
}

import { isReady } from '#components/orders/headline.ts'
import type { CardView, LineView, OrderPage } from '#lib/settings/rules/shop.ts'

/** A card with its line and its place in the order, counted from 1. */
export type PlacedCard = { card: CardView; line: LineView; n: number; total: number }

/** Returns every card of an order that may be shown, numbered across its lines. */
export function placedCards({ lines }: Pick<OrderPage, 'lines'>): PlacedCard[] {
  const total = lines.reduce((sum, line) => sum + line.count, 0)

  return lines
    .filter(isReady)
    .flatMap((line) => line.cards.map((card) => ({ card, line })))
    .map((placed, index) => ({ ...placed, n: index + 1, total }))
}

import { isReady } from '#components/orders/headline.ts'
import type { EsimView, ItemView, OrderPage } from '#lib/settings/rules/shop.ts'

/** An eSIM with its item and its place in the order, counted from 1. */
export type PlacedEsim = { esim: EsimView; item: ItemView; n: number; total: number }

/** Returns every eSIM of an order that may be shown, numbered across its items. */
export function placedEsims({ items }: Pick<OrderPage, 'items'>): PlacedEsim[] {
  const total = items.reduce((sum, item) => sum + item.count, 0)

  return items
    .filter(isReady)
    .flatMap((item) => item.esims.map((esim) => ({ esim, item })))
    .map((placed, index) => ({ ...placed, n: index + 1, total }))
}

import { isReady } from '#components/orders/headline.ts'
import type { EsimView, LineView, OrderPage } from '#lib/settings/rules/shop.ts'

/** An eSIM with its line and its place in the order, counted from 1. */
export type PlacedEsim = { esim: EsimView; line: LineView; n: number; total: number }

/** Returns every eSIM of an order that may be shown, numbered across its lines. */
export function placedEsims({ lines }: Pick<OrderPage, 'lines'>): PlacedEsim[] {
  const total = lines.reduce((sum, line) => sum + line.count, 0)

  return lines
    .filter(isReady)
    .flatMap((line) => line.esims.map((esim) => ({ esim, line })))
    .map((placed, index) => ({ ...placed, n: index + 1, total }))
}

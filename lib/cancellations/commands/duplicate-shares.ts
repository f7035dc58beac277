import 'server-only'
import { allocate } from '#lib/core/rules/allocate.ts'
import { money } from '#lib/core/rules/money.ts'
import { currencyCodeSchema } from '#lib/core/rules/money-schema.ts'
import type { LockedItem } from '#lib/orders/repository/items.ts'
import type { RefundShare } from '#lib/refunds/repository/refunds.ts'

/** Splits money that was paid for nothing over the items of its order, by their prices: no line gets back more than its own. */
export function duplicateShares(items: LockedItem[], amountMinor: number, currency: string): RefundShare[] {
  const amount = money(amountMinor, currencyCodeSchema.parse(currency))
  const weights = items.map(({ priceMinor }) => priceMinor)

  return allocate(amount, weights)
    .map(({ minor }, index) => ({ itemId: items[index]?.id ?? '', esimId: null, amountMinor: minor }))
    .filter((share) => share.amountMinor > 0)
}

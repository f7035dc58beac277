import type { Money } from '#lib/core/rules/money.ts'
import { priceIn, rateAge, type SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'

/** How many prices a preview shows at once. */
export const PREVIEW_ROWS = 50

/** How a currency stands: how many days old its rate is, whether that stops it, and what a price of the store is in it. */
export function currencyStatus(
  entry: SellingCurrency,
  { today, maxAgeDays, price }: { today: string; maxAgeDays: number; price: Money | null },
): { age: number; isStopped: boolean; price: Money | null } {
  const age = rateAge(entry, new Date(`${today}T00:00:00Z`))

  return { age, isStopped: age > maxAgeDays, price: price && priceIn(price, entry) }
}

import { type Money, money, subtract } from '#lib/core/rules/money.ts'
import { paidTax } from '#lib/finance/rules/included-tax.ts'

type Sums = { total: Money; tax: Money; captured: Money; refunded: Money }

/** What a receipt comes to: what was never taken, what the store has in the end, and the tax inside of that. */
export function receiptSums({ total, tax, captured, refunded }: Sums) {
  const kept = subtract(captured, refunded)
  // What was paid twice goes back by itself, and no tax is in it.
  const keptTax = paidTax({ taxMinor: tax.minor, totalMinor: total.minor }, Math.min(kept.minor, total.minor))

  return { notCharged: subtract(total, captured), kept, keptTax: money(keptTax, total.currency) }
}

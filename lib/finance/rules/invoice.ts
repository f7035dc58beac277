import { type Money, money, subtract } from '#lib/core/rules/money.ts'
import { paidTax } from '#lib/core/rules/paid-tax.ts'

/** Returns the number of an invoice: a year, and how many it is of that year. */
export function invoiceNumber(year: number, nth: number): string {
  return `${year}-${String(nth).padStart(5, '0')}`
}

/**
 * The tax inside a price that includes it, in minor units, half away from zero. `rate` in per cent as text, such as `19`
 * or `7.7`; `null` for none.
 */
export function includedTax(totalMinor: number, rate: string | null): number {
  const [, whole = '', part = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(rate ?? '') ?? []
  if (whole === '') return 0
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  const base = 10_000n + hundredths

  return Number((BigInt(totalMinor) * hundredths * 2n + base) / (base * 2n))
}

type Sums = { total: Money; tax: Money; captured: Money; refunded: Money }

/** What a receipt comes to: what was never taken, what the store has in the end, and the tax inside of that. */
export function receiptSums({ total, tax, captured, refunded }: Sums) {
  const kept = subtract(captured, refunded)
  // What was paid twice goes back by itself, and no tax is in it.
  const keptTax = paidTax({ taxMinor: tax.minor, totalMinor: total.minor }, Math.min(kept.minor, total.minor))

  return { notCharged: subtract(total, captured), kept, keptTax: money(keptTax, total.currency) }
}

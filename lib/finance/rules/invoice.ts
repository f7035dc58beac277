import { paidTax } from '#lib/core/rules/allocate.ts'
import { type Money, money, subtract } from '#lib/core/rules/money.ts'
import { isReturned } from '#lib/core/rules/payment-method.ts'

/** Returns the number of an invoice: a year, and how many it is of that year. One of a trial says so. */
export function invoiceNumber(year: number, nth: number, { isTrial }: { isTrial: boolean }): string {
  return `${isTrial ? 'TEST-' : ''}${year}-${String(nth).padStart(5, '0')}`
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

type Paid = { capturedMinor: number; refundedMinor: number; reason: string | null }

/**
 * What was taken for an order, and what is kept of it: the sum of an invoice. Money that came too late, twice or not as it
 * was asked for goes back by itself and is part of none.
 */
export function invoiceSums({ totalMinor, payments }: { totalMinor: number; payments: readonly Paid[] }) {
  const paid = payments.filter(({ reason }) => !isReturned(reason))
  const captured = paid.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0)
  const refunded = paid.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0)

  return {
    takenMinor: Math.min(captured, totalMinor),
    keptMinor: Math.max(0, Math.min(captured - refunded, totalMinor)),
  }
}

type Sums = { total: Money; tax: Money; captured: Money; refunded: Money }

/** What a receipt comes to: what was never taken, what the store has in the end, and the tax inside of that. */
export function receiptSums({ total, tax, captured, refunded }: Sums) {
  const kept = subtract(captured, refunded)
  // What was paid twice goes back by itself, and no tax is in it.
  const keptTax = paidTax({ taxMinor: tax.minor, totalMinor: total.minor }, Math.min(kept.minor, total.minor))

  return { notCharged: subtract(total, captured), kept, keptTax: money(keptTax, total.currency) }
}

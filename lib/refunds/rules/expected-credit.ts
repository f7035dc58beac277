import { type Decimal, decimal, toScaledInteger } from '#lib/core/rules/decimal.ts'

const PLACES = 6

/**
 * Returns what the supplier owes for `returned` eSIMs of an order after `before` of its `count` had gone back.
 *
 * Cut to six places, and cumulative: the credits of all its eSIMs add up to the cost of the order exactly.
 */
export function expectedCredit(
  cost: Decimal,
  { count, before, returned }: { count: number; before: number; returned: number },
): Decimal {
  const millionths = toScaledInteger(cost, PLACES, 'half-up')
  const upTo = (esims: number) => (millionths * BigInt(Math.min(esims, count))) / BigInt(Math.max(1, count))
  const part = upTo(before + returned) - upTo(before)
  const digits = part.toString().padStart(PLACES + 1, '0')

  return decimal(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`)
}

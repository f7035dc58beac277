import { chargeStepMinor } from '#lib/core/rules/currency.ts'
import { type Money, money } from '#lib/core/rules/money.ts'

/**
 * Splits an amount by weights into shares that add up to it exactly.
 *
 * Shares are multiples of the smallest chargeable step, so that each can be paid back by itself: rounded down, then what
 * is left goes out one step at a time to the largest remainders, the earlier share first among equals. What is off the
 * step in the amount itself goes to the first; where weights are off it, minor units are shared out instead. The same input always gives the same shares; a negative amount mirrors the
 * positive one.
 * Weights are whole numbers from 0; a weight of 0 gets nothing. Throws `RangeError` for other weights, or when an
 * amount has no weight to go to.
 */
export function allocate(amount: Money, weights: readonly number[]): Money[] {
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) {
    throw new RangeError('Weights are whole numbers, zero or more.')
  }
  // Products of two safe integers leave the exact range, so the division is done on big integers.
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n && amount.minor !== 0) throw new RangeError('There is no weight to split the amount by.')
  if (total === 0n) return weights.map(() => money(0, amount.currency))

  const chargeable = chargeStepMinor(amount.currency)
  // Parts that are off the step themselves are not rounded to it: none may get more than it has.
  const step = weights.every((weight) => weight % chargeable === 0) ? chargeable : 1
  const steps = Math.floor(Math.abs(amount.minor) / step)
  const size = BigInt(steps)
  const parts = weights.map((weight, index) => {
    const product = size * BigInt(weight)

    return { index, share: Number(product / total), remainder: product % total }
  })
  const left = steps - parts.reduce((sum, part) => sum + part.share, 0)
  const favoured = [...parts].sort(byRemainder).slice(0, left)
  for (const part of favoured) part.share += 1
  const sign = amount.minor < 0 ? -1 : 1
  const first = weights.findIndex((weight) => weight > 0)
  const rest = Math.abs(amount.minor) % step

  return parts.map(({ share, index }) => money(sign * (share * step + (index === first ? rest : 0)), amount.currency))
}

/** Splits an amount into `count` shares that differ by at most one chargeable step; earlier shares get the larger ones. */
export function allocateEvenly(amount: Money, count: number): Money[] {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('An amount is split into one share or more.')

  return allocate(amount, new Array<number>(count).fill(chargeStepMinor(amount.currency)))
}

type Part = { index: number; share: number; remainder: bigint }

function byRemainder(a: Part, b: Part): number {
  if (a.remainder === b.remainder) return a.index - b.index

  return a.remainder > b.remainder ? -1 : 1
}

/** The tax inside what is paid of an offer: that of the offer, less the share of it that a discount took off. */
export function paidTax({ taxMinor, totalMinor }: { taxMinor: number; totalMinor: number }, paidMinor: number): number {
  return totalMinor > 0 ? Math.round((taxMinor * paidMinor) / totalMinor) : 0
}

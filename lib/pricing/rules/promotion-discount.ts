import { allocate } from '#lib/core/rules/allocate.ts'
import { type CurrencyCode, chargeStepMinor, leastChargeMinor } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import { type DiscountableItem, type Promotion, speaksAboutItem } from '#lib/pricing/rules/promotion.ts'
import { type OrderRate, toSaleMinor, toStoreMinor } from '#lib/pricing/rules/selling-currency.ts'

/** What one promotion takes off each item, in minor units, in their order. `isCapped`: a floor left less than it promises. */
export type Discount = { promotion: Promotion; shares: number[]; isCapped: boolean }

/**
 * Returns what promotions take off the items of an order, one after the other: percentages first, then sums, then what
 * somebody has to spend, each group by id, so that the order of typing changes nothing.
 *
 * A share never takes a line under what its plans may be sold for, unless its promotion may, and never takes the smallest
 * chargeable sum off an eSIM. All shares are multiples of the step that can be charged. `leastMinor` is what a credit leaves
 * to pay.
 */
export function takeDiscounts(
  items: readonly DiscountableItem[],
  promotions: readonly Promotion[],
  { currency, leastMinor = leastChargeMinor(currency) }: { currency: CurrencyCode; leastMinor?: number },
): Discount[] {
  const left = items.map(({ totalMinor }) => totalMinor)
  const inTurn = promotions.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))

  return inTurn.map((promotion) => {
    const discount = takeOne(promotion, { items, left, currency, leastMinor })
    for (const [index, share] of discount.shares.entries()) left[index] = (left[index] ?? 0) - share

    return discount
  })
}

type Cut = { items: readonly DiscountableItem[]; left: readonly number[]; currency: CurrencyCode; leastMinor: number }

function takeOne(promotion: Promotion, { items, left, currency, leastMinor }: Cut): Discount {
  const step = chargeStepMinor(currency)
  const bases = items.map((item, index) => (speaksAboutItem(promotion, item) ? (left[index] ?? 0) : 0))
  const rooms = items.map((item, index) => roomOf(item, { base: bases[index] ?? 0, promotion, step }))
  const base = sumOf(bases)
  const wanted = stepsOf(wantedMinor(promotion, { base, left, leastMinor }), step)
  const shares =
    promotion.basisPoints === null
      ? spread(wanted, { rooms, currency })
      : cut(allocateSteps(wanted, { weights: bases, currency }), rooms)
  const taken = sumOf(shares)

  // What a credit does not give to this order, it gives to another one.
  return { promotion, shares: shares.map((steps) => steps * step), isCapped: taken < wanted && !promotion.credit }
}

/** How many steps may be taken off a line. */
function roomOf(
  { count, leastMinor }: DiscountableItem,
  { base, promotion, step }: { base: number; promotion: Promotion; step: number },
): number {
  const kept = promotion.maySellUnderFloor ? 0 : leastMinor

  return base === 0 ? 0 : stepsOf(Math.max(0, base - Math.max(kept, count * step)), step)
}

function wantedMinor(
  { basisPoints, amountMinor, credit }: Promotion,
  { base, left, leastMinor }: { base: number; left: readonly number[]; leastMinor: number },
): number {
  // A credit pays all of an order but the least that can be charged.
  if (credit) return Math.max(0, Math.min(credit.leftMinor, sumOf(left) - leastMinor))
  if (basisPoints === null) return amountMinor ?? 0

  return Number((BigInt(base) * BigInt(basisPoints)) / 10_000n)
}

// A percentage is a percentage of each item: what one item cannot give, no other line gives instead.
function cut(steps: number[], rooms: readonly number[]): number[] {
  return steps.map((share, index) => Math.min(share, rooms[index] ?? 0))
}

// A sum is a sum: it is spread by what the items have to give, so that it is smaller only where all have given it.
function spread(steps: number, { rooms, currency }: { rooms: readonly number[]; currency: CurrencyCode }): number[] {
  return allocateSteps(Math.min(steps, sumOf(rooms)), { weights: rooms, currency })
}

type Split = { weights: readonly number[]; currency: CurrencyCode }

// What is shared out here is counted in steps, not in minor units.
function allocateSteps(steps: number, { weights, currency }: Split): number[] {
  const step = chargeStepMinor(currency)

  return allocate(
    money(steps * step, currency),
    weights.map((weight) => weight * step),
  ).map(({ minor }) => minor / step)
}

function stepsOf(minor: number, step: number): number {
  return Math.floor(minor / step)
}

function rank({ basisPoints, credit }: Promotion): number {
  if (credit) return 2

  return basisPoints === null ? 1 : 0
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0)
}

/**
 * Returns a promotion as it counts for an order: its sums in the order's currency, at the order's rate. One that is in
 * neither of the two currencies of an order stays as it is, and takes nothing off.
 */
export function promotionFor(promotion: Promotion, rate: OrderRate | null): Promotion {
  if (!rate || promotion.currency !== rate.store) return promotion
  const { amountMinor, minimumMinor, credit } = promotion

  return {
    ...promotion,
    currency: rate.sale,
    amountMinor: amountMinor === null ? null : toSaleMinor(amountMinor, rate, 'down'),
    minimumMinor: toSaleMinor(minimumMinor, rate, 'half-up'),
    credit: credit && { leftMinor: toSaleMinor(credit.leftMinor, rate, 'down') },
  }
}

/** Returns what a discount of an order takes of its promotion, in the promotion's currency; `null` where that is the order's. */
export function takenOf(
  promotion: Pick<Promotion, 'currency' | 'credit'>,
  discountMinor: number,
  rate: OrderRate | null,
) {
  if (!rate || promotion.currency !== rate.store) return null
  const taken = toStoreMinor(discountMinor, rate)

  return promotion.credit ? Math.min(taken, promotion.credit.leftMinor) : taken
}

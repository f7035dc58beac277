import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import type { VoucherProblem } from '#lib/pricing/rules/voucher.ts'

/** Which plans a promotion may be kept to. */
export const PROMOTION_PLANS = ['fixed', 'day_pass'] as const
export type PromotionPlans = (typeof PROMOTION_PLANS)[number]

/**
 * What a promotion takes off, and off what. `basisPoints` are hundredths of a percent; sums are minor units of `currency`.
 * No `skuIds`: every destination; no `planKind`: every kind. `used` counts orders that hold it now.
 */
export type Promotion = {
  id: string
  code: string
  basisPoints: number | null
  amountMinor: number | null
  currency: string
  minimumMinor: number
  totalLimit: number | null
  personLimit: number | null
  startsAt: Date
  endsAt: Date | null
  endedAt: Date | null
  skuIds: readonly number[]
  planKind: string | null
  stacks: boolean
  maySellUnderFloor: boolean
  turn: number
  used: number
  /** What is left of a sum that belongs to one person, who uses it up order by order; `null` for a promotion. */
  credit: { leftMinor: number } | null
}

/** A line that discounts may be taken off. `leastMinor` is what its plans may be sold for at least. */
export type DiscountableItem = {
  skuId: number
  kind: string
  count: number
  totalMinor: number
  leastMinor: number
}

/** Tells whether a promotion speaks about a line. */
export function speaksAboutItem({ skuIds, planKind }: Promotion, item: DiscountableItem): boolean {
  const isPlace = skuIds.length === 0 || skuIds.includes(item.skuId)

  return isPlace && (planKind === null || planKind === item.kind)
}

/** An order as a promotion looks at it. `usedByPerson` is null while nobody has said who orders. */
export type PromotedOrder = {
  items: readonly DiscountableItem[]
  currency: CurrencyCode
  now: Date
  usedByPerson: number | null
}

/** Returns why a promotion takes nothing off an order, the first reason that holds; `null` when none does. */
export function promotionProblem(promotion: Promotion, order: PromotedOrder): VoucherProblem | null {
  const { startsAt, endsAt, endedAt, totalLimit, personLimit, used, minimumMinor } = promotion
  // A store that counts in another currency by now does not know its older promotions.
  if (promotion.currency !== order.currency) return 'unknown'
  if (endedAt !== null || (endsAt !== null && endsAt <= order.now)) return 'expired'
  if (startsAt > order.now) return 'not_yet'
  if (promotion.credit?.leftMinor === 0) return 'nothing_left'
  if (totalLimit !== null && used >= totalLimit) return 'used_up'
  if (personLimit !== null && (order.usedByPerson ?? 0) >= personLimit) return 'used_by_you'
  if (!order.items.some((item) => speaksAboutItem(promotion, item))) return 'wrong_plans'
  const total = order.items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)

  return total < minimumMinor ? 'minimum' : null
}

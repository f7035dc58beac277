import type { Money } from '#lib/core/rules/money.ts'
import type { ShareView } from '#lib/esims/rules/shares.ts'
import type { OrderStatus } from '#lib/orders/rules/order-status.ts'
import type { Amount, ShopPlanKind } from '#lib/settings/rules/shop.ts'

/** Where an eSIM stands for its owner. */
export const OWN_GROUPS = ['to_install', 'in_use', 'ended'] as const
type OwnGroup = (typeof OWN_GROUPS)[number]

/** What was bought, as a list names it. */
export type OwnPlan = {
  destination: { name: string; iso2: string | null }
  amount: Amount
  term: ShopPlanKind
  days: number
}

/**
 * An eSIM in its owner's list. Instants are `null` where nobody knows them; `usedMb` and `totalMb` as read at `usedAt`, the
 * total of a day pass for each day.
 */
export type OwnEsim = OwnPlan & {
  id: string
  orderId: string
  orderNumber: string
  travellerName: string | null
  iccidLast4: string
  group: OwnGroup
  installBy: Date | null
  endsAt: Date | null
  usedMb: number | null
  totalMb: number | null
  usedAt: Date | null
  isUsageOld: boolean
  isPerDay: boolean
  /** Until when the network keeps the eSIM, and whether it takes a top-up; asked about at `answeredAt`. */
  expiresAt: Date | null
  takesTopUp: boolean | null
  answeredAt: Date | null
  wentBack: boolean
}

/** Somebody who travels with eSIMs of a customer; `null` for those that are for nobody in particular. */
export type OwnTraveller = { name: string | null; esims: (OwnEsim & { share: ShareView | null })[] }

/** An order in its owner's list. */
export type OwnOrder = {
  id: string
  number: string
  createdAt: Date
  total: Money
  status: OrderStatus
  plans: (OwnPlan & { count: number })[]
}

type Details = {
  wentBack: boolean
  hasBegun: boolean
  installBy: Date | null
  endsAt: Date | null
  expiresAt: Date | null
  now: Date
}

/** Returns where an eSIM stands. One that nobody began in time has ended as well. */
export function groupOf({ wentBack, hasBegun, installBy, endsAt, expiresAt, now }: Details): OwnGroup {
  const isOver = (at: Date | null) => at !== null && at <= now
  if (wentBack || isOver(endsAt) || isOver(expiresAt)) return 'ended'
  if (hasBegun) return 'in_use'

  return isOver(installBy) ? 'ended' : 'to_install'
}

/** Puts what ends first at the top; what has no date comes last. */
export function byDeadline(one: OwnEsim, other: OwnEsim): number {
  const at = ({ group, installBy, endsAt }: OwnEsim) =>
    (group === 'to_install' ? installBy : endsAt)?.getTime() ?? Number.MAX_SAFE_INTEGER

  return at(one) - at(other)
}

import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'

/** What wants a person, in the order of urgency. */
export const NEED_GROUPS = [
  'sales',
  'foreign_login',
  'session',
  'held',
  'confirming',
  'transfer',
  'refund',
  'second',
  'credit',
  'discrepancy',
  'message',
  'mail',
  'sync',
] as const
export type NeedGroup = (typeof NEED_GROUPS)[number]

/** The most of a group that are read, the oldest first: behind them stands their list. */
export const MAX_NEEDS = 50

/** Says how many things want a person; with a plus where a group has more than are read. */
export function needsCount(needs: readonly Pick<Need, 'group'>[]): string {
  const isCut = NEED_GROUPS.some((one) => needs.filter(({ group }) => group === one).length >= MAX_NEEDS)

  return isCut ? `${needs.length}+` : String(needs.length)
}

/** One thing that wants a person. `what` is a reason or code that the page has words for, or shows as it is. */
export type Need = {
  group: NeedGroup
  key: string
  what: string
  order: { id: string; number: string } | null
  /** The person whose page it is on, where that is not the order's. */
  customer: string | null
  /** The difference on whose page it is settled. */
  discrepancy?: string | null
  plan: PlanLabel | null
  amount: { minor: number; currency: string } | null
  since: Date
  /** A number that belongs to the sentence: failures, early ends. */
  count: number | null
  /** What was written down about it, where no other page shows it. */
  facts: EvidenceRow[]
}

/** A stretch of time, without its end. */
export type Stretch = { from: Date; until: Date }

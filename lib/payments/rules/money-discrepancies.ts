import { z } from 'zod'
import { matching } from '#lib/core/rules/field-schemas.ts'
import type { Money } from '#lib/core/rules/money.ts'
import type { MONEY_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** The parts of the page about payments: the two halves that have no other half, and sums that differ. */
export const MONEY_PARTS = {
  paymentsWithoutOrder: ['payment_unknown', 'paid_without_line'],
  ordersWithoutPayment: ['line_without_payment'],
  sumsDiffer: ['capture_differs', 'refund_differs'],
} as const satisfies Record<string, readonly (typeof MONEY_KINDS)[number][]>
export type MoneyPart = keyof typeof MONEY_PARTS
export const MONEY_PART_NAMES = Object.keys(MONEY_PARTS) as [MoneyPart, ...MoneyPart[]]

/** What the address of the page says. `after` is a place in `part`; the other parts stand at their beginnings. */
export const moneyFilterSchema = z.object({
  part: z.enum(MONEY_PART_NAMES).nullable().catch(null),
  q: z.string().trim().max(254).catch(''),
  after: matching(/^brk_\w{1,40}$/),
})
export type MoneyFilter = z.output<typeof moneyFilterSchema>

/** A bank transfer as staff see it. `on` is the day of the bank statement. */
export type AdminTransfer = {
  paymentId: string
  reference: string
  asked: Money
  until: Date | null
  /** The order no longer waits for it; money may come all the same. */
  hasEnded: boolean
  /** The sum of what arrived. */
  received: Money | null
  /** What arrived, booking by booking, as the bank calls them; '' where nobody said how. */
  receipts: { amount: Money; on: string | null; bankReference: string }[]
  /** What a person has to send back. */
  payouts: Money[]
}

import { z } from 'zod'
import { matching } from '#lib/core/rules/field-schemas.ts'
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

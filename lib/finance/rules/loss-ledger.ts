import { z } from 'zod'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { calendarDateSchema } from '#lib/core/rules/field-schemas.ts'
import { FINANCE_BOOKS } from '#lib/finance/rules/admin-finance.ts'
import type { DiscrepancyKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** Losses that come from no difference; all others are called like the difference that they come from. */
export const OWN_LOSSES = ['cancel_refused', 'top_up_unpaid', 'written_off'] as const
export type LossKind = DiscrepancyKind | (typeof OWN_LOSSES)[number]

/** What the address of the losses says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const lossFilterSchema = z.object({
  book: z.enum(FINANCE_BOOKS).nullable().catch(null),
  from: calendarDateSchema.nullable().catch(null),
  to: calendarDateSchema.nullable().catch(null),
  q: z.string().trim().max(254).catch(''),
  /** Only those whose amount is known, or is not. */
  amount: z.enum(['known', 'unknown']).nullable().catch(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .catch(null),
  after: z
    .string()
    .regex(/^los_\w{1,40}$/)
    .nullable()
    .catch(null),
})
export type LossFilter = z.output<typeof lossFilterSchema>

/** Money that is lost, or may be. The kind of one that another version booked is no word of this one. */
export type LossRow = {
  id: string
  at: Date
  kind: string
  /** `null` where nobody knows it. */
  amount: Decimal | null
  currency: string
  /** `null` where no order of ours stands behind it. */
  order: { id: string; number: string } | null
  /** The network's order that was paid for nothing, where one is known. */
  orderNum: string | null
}

/** What the known losses of a filter add up to in one currency, `null` without one, and how many are not known. */
export type LossSum = { currency: string; amount: Decimal | null; unknown: number }

/** A page of losses, newest first, where it goes on, and the sums of all pages. */
export type LossPage = { rows: LossRow[]; older: string | null; sums: LossSum[] }

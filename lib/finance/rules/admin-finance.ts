import { z } from 'zod'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { daySpan, instantSchema, matching } from '#lib/core/rules/field-schemas.ts'

/** What sold lines are added up by. */
export const FINANCE_GROUPS = ['day', 'month', 'destination', 'plan', 'method'] as const
export type FinanceGroup = (typeof FINANCE_GROUPS)[number]

/** Sales of the trial and of the live store are never added to each other. */
export const FINANCE_BOOKS = ['live', 'trial'] as const
export type FinanceBook = (typeof FINANCE_BOOKS)[number]

/**
 * What the address of the finance page says. Whatever cannot be read is left out, never an error. Days are in UTC.
 *
 * With a `key` (a day, a month, a destination, a plan, a method) the sold lines behind that figure are meant, with `lines`
 * all of the days, or only those whose cost nobody has told.
 */
export const financeFilterSchema = z.object({
  book: z.enum(FINANCE_BOOKS).nullable().catch(null),
  by: z.enum(FINANCE_GROUPS).catch('day'),
  ...daySpan,
  key: matching(/^[\w-]{1,60}$/),
  currency: matching(/^[A-Z]{3}$/),
  lines: z.enum(['all', 'unknown_cost']).nullable().catch(null),
  /** The stretch of a figure to the instant, where it is of no whole days. */
  since: instantSchema.nullable().catch(null),
  until: instantSchema.nullable().catch(null),
  after: matching(/^lin_\w{1,40}$/),
})
export type FinanceFilter = z.output<typeof financeFilterSchema>

/** What the address of a file says beside: the sums that the page shows, or every sold line behind them. */
export const financeExportSchema = financeFilterSchema.extend({ what: z.enum(['sums', 'lines']).catch('lines') })
export type FinanceExportFilter = z.output<typeof financeExportSchema>

/**
 * Money of sold lines, in minor units of `currency`, and their costs as exact text in `costCurrency`.
 *
 * `taxMinor` is inside what was kept of `revenueMinor`, less `refundedMinor`: a refund took its tax along. `spentMinor` is what was charged less what the supplier owes back, at the rate of each quote. Cost, credit and margin
 * are of the `knownLines`, whose cost the network has told.
 */
export type FinanceMetrics = {
  currency: string
  costCurrency: string
  lines: number
  knownLines: number
  revenueMinor: number
  taxMinor: number
  discountMinor: number
  refundedMinor: number
  quoted: Decimal
  charged: Decimal
  credited: Decimal
  spentMinor: number
  marginMinor: number
}

/** The figures of one day, month, destination, plan or method. `label` is its name where the key is none. */
export type FinanceRow = FinanceMetrics & { key: string; label: string | null; iso2: string | null }

/** A stretch of days that were asked for, completed where the address says nothing. */
export type FinanceRange = { from: string; to: string }

/** Sums of a stretch of days, one per pair of currencies, and what they are made of. */
export type FinanceSums = { range: FinanceRange; totals: FinanceMetrics[]; rows: FinanceRow[]; hasMore: boolean }

/** What was sold to whom and how it was paid, with its figures. */
export type MetricLine = FinanceMetrics & {
  itemId: string
  orderId: string
  orderNumber: string
  at: Date
  method: string
  skuId: number
  planId: string
  count: number
}

/** A sold line as it stands now. */
/** `paidMinor` is the price in the currency of the order, of which one unit of the store's is worth `saleRate`; null: the same. */
export type SoldItem = MetricLine & { state: string; saleCurrency: string; saleRate: string | null; paidMinor: number }

/** A booking of a month as it was written: a line of its own, or what has changed in one of an earlier month. */
export type BookedLine = MetricLine & { isCorrection: boolean }

/** A sold line behind a figure, with the names of what it is. */
export type FinanceLine = SoldItem & { destination: string; iso2: string | null; plan: string }

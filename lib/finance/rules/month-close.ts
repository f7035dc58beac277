import { z } from 'zod'
import { matching } from '#lib/core/rules/field-schemas.ts'
import { FINANCE_BOOKS, type FinanceBook, type FinanceMetrics } from '#lib/finance/rules/admin-finance.ts'

/** A month of a book, as it stands in addresses: `live-2027-03`. */
export const monthIdSchema = z.string().regex(/^(live|trial)-\d{4}-(0[1-9]|1[0-2])$/)

/** What the address of the file of a month says. What is no month is one that was never closed. */
export const monthExportSchema = z.object({ id: monthIdSchema })

/** Why a month cannot be closed yet, in the order in which it is told. */
export const MONTH_OPEN_KINDS = ['lines', 'payments', 'refunds', 'findings'] as const
export type MonthOpenKind = (typeof MONTH_OPEN_KINDS)[number]

/**
 * What the address of the list of months says: the book, and of what bars the next month the kind that is listed whole.
 * Whatever cannot be read is left out, never an error.
 */
export const monthFilterSchema = z.object({
  book: z.enum(FINANCE_BOOKS).nullable().catch(null),
  open: z.enum(MONTH_OPEN_KINDS).nullable().catch(null),
})
export type MonthFilter = z.output<typeof monthFilterSchema>

/** What the address of one month says: its own lines, those of unknown cost or the corrections, and where the list goes on. */
export const monthLinesSchema = z.object({
  part: z.enum(['own', 'unknown_cost', 'corrections']).catch('own'),
  after: matching(/^lin_\w{1,40}$/),
})
export type MonthLinesFilter = z.output<typeof monthLinesSchema>

/** What is open in a month: how many, and the first of them. A discrepancy may belong to no order. */
export type MonthOpen = {
  kind: MonthOpenKind
  count: number
  first: { orderId: string | null; number: string | null; state: string; discrepancyId: string | null }[]
}

/** Sums of a month in one pair of currencies: of its own lines, or of what happened to earlier ones. */
export type MonthSum = FinanceMetrics & { isCorrection: boolean }

/** What was true at the close and does not bar it. `differing` are orders whose money taken is not the price of their lines. */
export type MonthNotes = {
  unknownCosts: number
  openCredits: { currency: string; amount: string; count: number }[]
  takenMinor: { currency: string; takenMinor: number; soldMinor: number }[]
  differing: string[]
}

/** A closed month as its list shows it. */
export type ClosedMonth = {
  id: string
  book: FinanceBook
  month: string
  sums: MonthSum[]
  closedAt: Date
  closedBy: string
}

/** The month that can be closed next, and what is in the way. `over` is when it ends. */
export type NextMonth = { id: string; month: string; over: Date; isOver: boolean; open: MonthOpen[] }

/** Returns the first and the last instant of a month, the last one not included. Months are in UTC. */
export function monthSpan(month: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)

  return { from: new Date(Date.UTC(year, number - 1, 1)), until: new Date(Date.UTC(year, number, 1)) }
}

/** Returns the month that follows one. */
export function monthAfter(month: string): string {
  return monthSpan(month).until.toISOString().slice(0, 7)
}

/** Returns what a month's id is made of. */
export function readMonthId(id: string): { book: FinanceBook; month: string } {
  const [book, ...rest] = id.split('-')

  return { book: book === 'live' ? 'live' : 'trial', month: rest.join('-') }
}

import 'server-only'
import { companyBody } from '#lib/checkout/schema.ts'
import { type Caller, can, ownsOrder, requirePermission } from '#lib/core/rules/caller.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { findAwaitedCompany, findInvoiceSums, listInvoices } from '#lib/finance/repository/invoices.ts'
import {
  findFirstOrderAt,
  findMonthClose,
  listEntries,
  listMonthCloses,
  listMonthOpen,
} from '#lib/finance/repository/month-entries.ts'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import { invoiceSums } from '#lib/finance/rules/invoice.ts'
import {
  type MonthLinesFilter,
  type MonthOpenKind,
  monthAfter,
  monthSpan,
  type NextMonth,
} from '#lib/finance/rules/month-close.ts'
import { findOrderRate } from '#lib/orders/repository/orders.ts'
import { listStaffNames } from '#lib/pricing/repository/pricing.ts'
import { toStoreMinor } from '#lib/pricing/rules/selling-currency.ts'

const MAX = 120
const PAGE = 50

/**
 * Reads the closed months of a book and the one that can be closed next, with what bars it: the first of each kind, and all
 * of the kind that is asked for as a `whole`. Throws `forbidden`.
 */
export async function getMonths(caller: Caller, book: FinanceBook, whole: MonthOpenKind | null = null) {
  requirePermission(caller, 'costs.see')
  const closed = await listMonthCloses(book, MAX)
  const names = await listStaffNames(closed.map(({ closedBy }) => closedBy))

  return {
    book,
    closed: closed.map((month) => ({ ...month, closedBy: names.get(month.closedBy) ?? month.closedBy })),
    next: await findNext(book, { last: closed[0]?.month ?? null, whole }),
    mayClose: can(caller, 'finance.close'),
  }
}

type Asked = { last: string | null; whole: MonthOpenKind | null }

async function findNext(book: FinanceBook, { last, whole }: Asked): Promise<NextMonth | null> {
  const month = last === null ? (await findFirstOrderAt(book))?.toISOString().slice(0, 7) : monthAfter(last)
  if (!month) return null
  const span = monthSpan(month)

  return {
    id: `${book}-${month}`,
    month,
    over: span.until,
    isOver: span.until.getTime() <= Date.now(),
    open: await listMonthOpen({ book, ...span }, whole),
  }
}

/** Reads a closed month with the rows behind its sums. `null` while it is open. Throws `forbidden`. */
export async function getMonth(caller: Caller, id: string, filter: MonthLinesFilter) {
  requirePermission(caller, 'costs.see')
  const month = await findMonthClose(id)
  if (!month) return null
  const { part, after } = filter
  const listFilter = { isCorrection: part === 'corrections', isCostUnknown: part === 'unknown_cost' }
  const found = await listEntries(id, { ...listFilter, after, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const names = await listStaffNames([month.closedBy])

  return {
    month: { ...month, closedBy: names.get(month.closedBy) ?? month.closedBy },
    rows,
    more: found.length > PAGE ? (rows.at(-1)?.itemId ?? null) : null,
  }
}

/**
 * The invoices of an order, the newest first, each with what was never charged, and what went back before and after it was
 * made; none for whoever does not hold the order.
 */
export async function getInvoices(caller: Caller, orderId: string) {
  if (!ownsOrder(caller, orderId)) return []
  const [rows, order, rate] = await Promise.all([
    listInvoices(orderId),
    findInvoiceSums(orderId),
    findOrderRate(orderId),
  ])
  const orderMinor = order?.totalMinor ?? 0
  const { takenMinor, keptMinor } = invoiceSums({ totalMinor: orderMinor, payments: order?.payments ?? [] })

  return rows.map(({ currency: code, totalMinor, taxMinor, ...invoice }) => {
    const currency = currencyCodeSchema.parse(code)

    return {
      ...invoice,
      total: money(totalMinor, currency),
      tax: money(taxMinor, currency),
      notCharged: money(orderMinor - takenMinor, currency),
      refundedBefore: money(Math.max(0, takenMinor - totalMinor), currency),
      refundedSince: money(Math.max(0, totalMinor - keptMinor), currency),
      storeTax: rate && money(toStoreMinor(taxMinor, rate), rate.store),
    }
  })
}

/** The company that was named at the checkout and has no invoice yet; `null` for whoever does not hold the order. */
export async function getInvoiceRecipient(caller: Caller, orderId: string): Promise<CompanyData | null> {
  if (!ownsOrder(caller, orderId)) return null
  const { data } = companyBody.safeParse(await findAwaitedCompany(orderId))

  return data ?? null
}

/** An invoice with the data of a company. Its sums never change after it was made. */
export type InvoiceView = Awaited<ReturnType<typeof getInvoices>>[number]

import 'server-only'
import { z } from 'zod'
import { auditFilterSchema } from '#lib/domain/admin-audit.ts'
import { cardFilterSchema } from '#lib/domain/admin-cards.ts'
import { customerFilterSchema } from '#lib/domain/admin-customers.ts'
import { deskFilterSchema } from '#lib/domain/admin-desk.ts'
import { financeExportSchema } from '#lib/domain/admin-finance.ts'
import { jobFilterSchema } from '#lib/domain/admin-jobs.ts'
import { messageFilterSchema } from '#lib/domain/admin-messages.ts'
import { orderExportSchema } from '#lib/domain/admin-orders.ts'
import { promotionFilterSchema } from '#lib/domain/admin-promotions.ts'
import { findingFilterSchema } from '#lib/domain/admin-reconciliation.ts'
import { staffFilterSchema } from '#lib/domain/admin-staff.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { destinationExportSchema } from '#lib/domain/destination-filter.ts'
import type { ExportedList } from '#lib/domain/list-exports.ts'
import { lossFilterSchema } from '#lib/domain/loss-ledger.ts'
import { moneyFilterSchema } from '#lib/domain/money-findings.ts'
import { monthExportSchema, monthFilterSchema } from '#lib/domain/month-close.ts'
import { refundFilterSchema } from '#lib/domain/refund-ledger.ts'
import { searchInLocaleSchema, searchSchema } from '#lib/domain/search-schema.ts'
import { ledgerFilterSchema } from '#lib/domain/supplier-ledger.ts'
import { exportedAudit } from '#lib/queries/admin-audit.ts'
import { findCards, listCards } from '#lib/queries/admin-cards.ts'
import { findCustomers, getCustomers } from '#lib/queries/admin-customers.ts'
import { listDeskReturns } from '#lib/queries/admin-desk.ts'
import { exportedLedger } from '#lib/queries/admin-finance-supplier.ts'
import { listJobRows } from '#lib/queries/admin-jobs.ts'
import { listStaffMessages } from '#lib/queries/admin-messages.ts'
import { exportedPayments } from '#lib/queries/admin-money-findings.ts'
import { exportedOrders } from '#lib/queries/admin-orders-export.ts'
import { exportedPromotions } from '#lib/queries/admin-promotions.ts'
import { exportedStaff } from '#lib/queries/admin-staff.ts'
import { exportedUnsold, unsoldWishSchema } from '#lib/queries/admin-unsold.ts'
import { exportedDestinations, exportedPartners, exportedSyncs } from '#lib/queries/catalogue-exports.ts'
import { BATCH, type Batch, type Exported, rowsOf } from '#lib/queries/export-rows.ts'
import { exportedFinance } from '#lib/queries/finance-export.ts'
import { exportedComparisons, exportedFindings } from '#lib/queries/findings-export.ts'
import { cardCells, customerCells, HEADS, jobCells, messageCells, returnCells } from '#lib/queries/list-export-cells.ts'
import { exportedLosses, exportedMonth, exportedMonths, exportedRefunds } from '#lib/queries/money-exports.ts'
import { exportedPriceHistory, exportedRules } from '#lib/queries/pricing-exports.ts'

type Page = Batch<string>

// A list without filters.
const nothingSchema = z.object({})

const EXPORTS: Record<ExportedList, (caller: Caller, said: object) => Exported> = {
  orders: filtered(orderExportSchema, exportedOrders),
  // As their pages: whoever is searched for is looked up, and no other filter counts then.
  cards: paged('cards', cardFilterSchema, async (caller, filter) => {
    if (filter.q !== '') return { rows: (await findCards(caller, filter.q)).rows.map(cardCells), next: null }
    const { rows, older } = await listCards(caller, filter, BATCH)

    return { rows: rows.map(cardCells), next: older }
  }),
  customers: paged('customers', customerFilterSchema, async (caller, filter) => {
    if (filter.q !== '') return { rows: ((await findCustomers(caller, filter.q)) ?? []).map(customerCells), next: null }
    const { rows, older } = await getCustomers(caller, filter, BATCH)

    return { rows: rows.map(customerCells), next: older }
  }),
  cancellations: paged('cancellations', deskFilterSchema, async (caller, filter) => {
    const { returns, more } = await listDeskReturns(caller, filter, BATCH)

    return { rows: returns.flatMap(returnCells), next: more }
  }),
  jobs: paged('jobs', jobFilterSchema, async (caller, filter) => {
    const { rows, next } = await listJobRows(caller, filter, BATCH)

    return { rows: rows.map(jobCells), next }
  }),
  messages: paged('messages', messageFilterSchema, async (caller, { closed, ...wish }) => {
    const { messages, next } = await listStaffMessages(caller, { ...wish, isClosed: closed !== null }, BATCH)

    return { rows: messages.map(messageCells), next }
  }),
  findings: filtered(findingFilterSchema, exportedFindings),
  comparisons: filtered(nothingSchema, exportedComparisons),
  destinations: filtered(destinationExportSchema, exportedDestinations),
  promotions: filtered(promotionFilterSchema.pick({ q: true, state: true }), exportedPromotions),
  partners: filtered(searchSchema, exportedPartners),
  syncs: filtered(nothingSchema, exportedSyncs),
  rules: filtered(searchInLocaleSchema, exportedRules),
  prices: filtered(nothingSchema, exportedPriceHistory),
  unsold: filtered(unsoldWishSchema, exportedUnsold),
  staff: filtered(staffFilterSchema, exportedStaff),
  finance: filtered(financeExportSchema, exportedFinance, ({ what }) => what),
  supplier: filtered(ledgerFilterSchema, exportedLedger),
  refunds: filtered(refundFilterSchema, exportedRefunds),
  payments: filtered(moneyFilterSchema, exportedPayments),
  losses: filtered(lossFilterSchema, exportedLosses),
  months: filtered(monthFilterSchema, exportedMonths),
  month: filtered(
    monthExportSchema,
    (caller, { id }) => exportedMonth(caller, id),
    ({ id }) => id,
  ),
  audit: filtered(auditFilterSchema, exportedAudit),
}

/**
 * Returns a list as the rows of a CSV file, by what the address of its page says: the rows of the page itself, masked as the
 * caller's role sees them there, read by key in batches. Nothing is read before the first row is taken; taking it throws
 * `forbidden`.
 */
export function exportedList(caller: Caller, list: ExportedList, said: object): Exported {
  return EXPORTS[list](caller, said)
}

function filtered<Filter extends object>(
  schema: z.ZodType<Filter>,
  rows: (caller: Caller, filter: Filter) => AsyncIterable<string>,
  part?: (filter: Filter) => string,
) {
  return (caller: Caller, said: object): Exported => {
    const filter = schema.parse(said)

    return { filter, ...(part ? { part: part(filter) } : {}), rows: rows(caller, filter) }
  }
}

type Read<Filter> = (caller: Caller, filter: Filter) => Promise<Page>

function paged<Filter extends { after: string | null }>(
  list: keyof typeof HEADS,
  schema: z.ZodType<Filter>,
  read: Read<Filter>,
) {
  return (caller: Caller, said: object): Exported => {
    const filter = { ...schema.parse(said), after: null }

    return { filter, rows: rowsOf<string>(caller, list, HEADS[list], (after) => read(caller, { ...filter, after })) }
  }
}

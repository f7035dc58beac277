import 'server-only'
import { z } from 'zod'
import { exportedStaff } from '#lib/auth/queries/admin-staff.ts'
import { staffFilterSchema } from '#lib/auth/schema.ts'
import { listQueuedCancellations, type QueuedCancellation } from '#lib/cancellations/queries/cancellation-queue.ts'
import { queueFilterSchema } from '#lib/cancellations/rules/cancellation-queue.ts'
import { exportedUnsold, unsoldFilterSchema } from '#lib/catalog/queries/admin-unsold.ts'
import {
  exportedChanges,
  exportedDestinations,
  exportedPartners,
  exportedSyncs,
} from '#lib/catalog/queries/catalogue-exports.ts'
import { destinationExportSchema } from '#lib/catalog/rules/admin-catalog.ts'
import { changeFilterSchema } from '#lib/catalog/schema.ts'
import { BATCH, type Batch, type Exported, rowsOf } from '#lib/core/queries/export-rows.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { parseInput } from '#lib/core/rules/contract.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import { currencyCodeSchema, searchInLocaleSchema, searchSchema } from '#lib/core/rules/field-schemas.ts'
import type { ExportedList } from '#lib/core/rules/lists.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { type CustomerRow, findCustomers, getCustomers } from '#lib/customers/queries/admin-customers.ts'
import { listStaffMessages, type StaffMessage } from '#lib/customers/queries/admin-messages.ts'
import { customerFilterSchema } from '#lib/customers/rules/admin-customers.ts'
import { messageFilterSchema } from '#lib/customers/rules/customer-message.ts'
import { type EsimRow, findEsims, listCards } from '#lib/esims/queries/admin-esims.ts'
import { esimFilterSchema } from '#lib/esims/rules/admin-esims.ts'
import { exportedLedger } from '#lib/finance/queries/admin-finance.ts'
import {
  exportedFinance,
  exportedLosses,
  exportedMonth,
  exportedMonths,
  exportedRefunds,
} from '#lib/finance/queries/finance-export.ts'
import { financeExportSchema } from '#lib/finance/rules/admin-finance.ts'
import { monthExportSchema, monthFilterSchema } from '#lib/finance/rules/month-close.ts'
import { ledgerFilterSchema, lossFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { exportedAudit } from '#lib/operations/queries/admin-audit.ts'
import { listJobRows } from '#lib/operations/queries/admin-jobs.ts'
import { auditFilterSchema, type JobRow, jobFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { exportedOrders } from '#lib/orders/queries/admin-orders.ts'
import { orderExportSchema } from '#lib/orders/rules/admin-orders.ts'
import { moneyFilterSchema } from '#lib/payments/rules/money-discrepancies.ts'
import { exportedPromotions } from '#lib/pricing/queries/admin-promotions.ts'
import { exportedPriceHistory, exportedRules } from '#lib/pricing/queries/pricing-exports.ts'
import { promotionFilterSchema } from '#lib/pricing/rules/admin-pricing.ts'
import { exportedPayments } from '#lib/reconciliation/queries/admin-money-discrepancies.ts'
import { exportedComparisons, exportedDiscrepancies } from '#lib/reconciliation/queries/discrepancy-export.ts'
import { discrepancyFilterSchema } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { refundFilterSchema } from '#lib/refunds/rules/refund-ledger.ts'

/** The columns of the files, named in English whoever takes them: programs read them too. */
const HEADS = {
  cards: ['card', 'order', 'destination', 'opened', 'return', 'used_mb', 'read', 'sold'],
  customers: ['customer', 'addresses', 'orders', 'esims', 'revenue', 'currency', 'last_order', 'blocked'],
  cancellations: [
    ...['order', 'network_order', 'card', 'card_state', 'answer', 'state', 'asked_by', 'reason'],
    ...['asked', 'sent', 'ended', 'looks', 'refusal_code', 'refusal'],
  ],
  jobs: ['queue', 'id', 'what', 'order', 'cause', 'tries', 'at'],
  messages: ['message', 'topic', 'order', 'customer', 'text', 'written', 'closed', 'answer', 'answered_by'],
} as const

/** An eSIM as cells. */
function esimCells({ iccid, order, destination, openedAt, cancelState, ...esim }: EsimRow): CsvCell[] {
  return [iccid, order.number, destination, openedAt, cancelState, esim.usedMb, esim.readAt, esim.createdAt]
}

/** A customer as cells; revenue in several currencies is parted by blanks, as the currencies are. */
function customerCells({ email, moreAddresses, orders, esims, revenue, ...row }: CustomerRow): CsvCell[] {
  const sums = revenue.map(({ minor, currency }) => toDecimalText(money(minor, currencyCodeSchema.parse(currency))))
  const currencies = revenue.map(({ currency }) => currency)
  const blocked = row.isBlocked ? 'yes' : 'no'

  return [email, moreAddresses + 1, orders, esims, sums.join(' '), currencies.join(' '), row.lastAt, blocked]
}

/** A request to give eSIMs back as rows, one for each eSIM. */
function cancellationCells(row: QueuedCancellation): CsvCell[][] {
  const { order, orderNum, state, askedBy, reason, askedAt, sentAt, endedAt, looks, refusal } = row

  return row.esims.map((esim) => [
    ...[order.number, orderNum, esim.iccid, esim.state, esim.answer?.answer, state, askedBy, reason],
    ...[askedAt, sentAt, endedAt, looks, refusal?.code, refusal?.text],
  ])
}

/** A message as cells; the address is left out for roles that may not see persons. */
function messageCells({ reference, topic, order, email, text, ...message }: StaffMessage): CsvCell[] {
  const { createdAt, closedAt, answer, answeredBy } = message

  return [reference, topic, order?.number, email, text, createdAt, closedAt, answer, answeredBy]
}

/** A row of the worker as cells. `at` is when it is due, or since when it stands so. */
function jobCells({ queue, id, what, order, cause, tries, at }: JobRow): CsvCell[] {
  return [queue, id, what, order?.number, cause, tries, at]
}

type Page = Batch<string>

// A list without filters.
const nothingSchema = z.object({})

const EXPORTS: Record<ExportedList, (caller: Caller, said: object) => Exported> = {
  orders: filtered(orderExportSchema, exportedOrders),
  // As their pages: whoever is searched for is looked up, and no other filter counts then.
  cards: paged('cards', esimFilterSchema, async (caller, filter) => {
    if (filter.q !== '') return { rows: (await findEsims(caller, filter.q)).rows.map(esimCells), next: null }
    const { rows, older } = await listCards(caller, filter, BATCH)

    return { rows: rows.map(esimCells), next: older }
  }),
  customers: paged('customers', customerFilterSchema, async (caller, filter) => {
    if (filter.q !== '') return { rows: ((await findCustomers(caller, filter.q)) ?? []).map(customerCells), next: null }
    const { rows, older } = await getCustomers(caller, filter, BATCH)

    return { rows: rows.map(customerCells), next: older }
  }),
  cancellations: paged('cancellations', queueFilterSchema, async (caller, filter) => {
    const { returns, more } = await listQueuedCancellations(caller, filter, BATCH)

    return { rows: returns.flatMap(cancellationCells), next: more }
  }),
  jobs: paged('jobs', jobFilterSchema, async (caller, filter) => {
    const { rows, next } = await listJobRows(caller, filter, BATCH)

    return { rows: rows.map(jobCells), next }
  }),
  messages: paged('messages', messageFilterSchema, async (caller, { closed, ...filter }) => {
    const { messages, next } = await listStaffMessages(caller, { ...filter, isClosed: closed !== null }, BATCH)

    return { rows: messages.map(messageCells), next }
  }),
  findings: filtered(discrepancyFilterSchema, exportedDiscrepancies),
  comparisons: filtered(nothingSchema, exportedComparisons),
  destinations: filtered(destinationExportSchema, exportedDestinations),
  promotions: filtered(promotionFilterSchema.pick({ q: true, state: true }), exportedPromotions),
  partners: filtered(searchSchema, exportedPartners),
  changes: filtered(changeFilterSchema, exportedChanges),
  syncs: filtered(nothingSchema, exportedSyncs),
  rules: filtered(searchInLocaleSchema, exportedRules),
  prices: filtered(nothingSchema, exportedPriceHistory),
  unsold: filtered(unsoldFilterSchema, exportedUnsold),
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
    const filter = parseInput(schema, said)

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
    const filter = { ...parseInput(schema, said), after: null }

    return { filter, rows: rowsOf<string>(caller, list, HEADS[list], (after) => read(caller, { ...filter, after })) }
  }
}

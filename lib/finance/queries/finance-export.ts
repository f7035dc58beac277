import 'server-only'
import { env } from '#lib/core/env.ts'
import {
  BATCH,
  batchOf,
  MONEY_HEAD,
  mainUnits,
  maskText,
  moneyCells,
  once,
  rowsOf,
} from '#lib/core/queries/export-rows.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { getMonths } from '#lib/finance/queries/admin-months.ts'
import { listSold, readDestinations, readPlans } from '#lib/finance/repository/admin-finance.ts'
import { findLossFilter, type LossKey, listLossRows } from '#lib/finance/repository/loss-ledger.ts'
import { findMonthClose, listEntries } from '#lib/finance/repository/month-entries.ts'
import { findSoldFilter, sumSold } from '#lib/finance/repository/sold-lines.ts'
import type { BookedLine, FinanceExportFilter, FinanceFilter, SoldItem } from '#lib/finance/rules/admin-finance.ts'
import { type ClosedMonth, type MonthFilter, readMonthId } from '#lib/finance/rules/month-close.ts'
import type { LossFilter, LossRow } from '#lib/finance/rules/provider-ledger.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { findRefundFilter, type findRefundKey, listRefundEntries } from '#lib/refunds/repository/refunds.ts'
import type { RefundEntry, RefundFilter } from '#lib/refunds/rules/refund-ledger.ts'

const LINE_HEAD = [
  ...['at', 'order', 'order_id', 'line_id', 'state', 'book', 'destination_id', 'destination', 'plan_id', 'plan'],
  ...['count', 'method', ...MONEY_HEAD, 'order_currency', 'order_price', 'order_rate'],
]

/**
 * Figures as a file: the sums that the page shows, or every sold line behind them, newest first. Amounts are exact text in
 * main units.
 */
export function exportedFinance(caller: Caller, { what, ...filter }: FinanceExportFilter): AsyncIterable<string> {
  return what === 'sums' ? sums(caller, filter) : lines(caller, filter)
}

function sums(caller: Caller, filter: FinanceFilter): AsyncIterable<string> {
  const { by } = filter
  const listFilter = once(() => findSoldFilter({ ...filter, lines: null }))
  // Added up at once, as the page shows them; what they are called is read batch by batch.
  const found = once(async () => (await sumSold(await listFilter(), { by })).filter(({ key }) => key !== null))

  return rowsOf<number>(caller, 'finance', [by, 'book', 'name', ...MONEY_HEAD], async (from) => {
    const begin = from ?? 0
    const all = await found()
    const end = begin + BATCH
    const rows = await sumCells(all.slice(begin, end), { by, book: (await listFilter()).mode })

    return { rows, next: end < all.length ? end : null }
  })
}

type SumsAre = { by: FinanceFilter['by']; book: string }

async function sumCells(sums: Awaited<ReturnType<typeof sumSold>>, { by, book }: SumsAre): Promise<CsvCell[][]> {
  const keys = sums.map(({ key }) => key ?? '')
  const plans = by === 'plan' ? await readPlans(keys) : new Map()
  const destinations = await readDestinations(
    by === 'destination' ? keys.map(Number) : [...plans.values()].map(destinationOf),
  )

  return sums.map(({ key, ...metrics }) => {
    const plan = by === 'plan' ? plans.get(key) : undefined
    const destination = by === 'destination' ? destinations.get(Number(key)) : plan && destinations.get(plan.skuId)
    const place = destination ? (destination.ownName ?? destination.providerName) : null

    return [key, book, plan ? `${place} ${planText(plan)}` : place, ...moneyCells(metrics)]
  })
}

type ItemKey = { at: Date; itemId: string }

function lines(caller: Caller, filter: FinanceFilter): AsyncIterable<string> {
  // Read once for the whole file: there are as many as the catalogue has, however many lines there are.
  const destinations: Awaited<ReturnType<typeof readDestinations>> = new Map()
  const plans: Awaited<ReturnType<typeof readPlans>> = new Map()
  // Days that a filter leaves open are those of the moment at which the file begins, however long it takes.
  const wanted = once(() => findSoldFilter(filter))

  return rowsOf<ItemKey>(caller, 'finance', LINE_HEAD, async (after) => {
    const listFilter = await wanted()
    const rows = await listSold(listFilter, { after, limit: BATCH })
    await readMissing(destinations, rows.map(destinationOf), readDestinations)
    await readMissing(
      plans,
      rows.map(({ planId }) => planId),
      readPlans,
    )

    return batchOf(
      rows,
      (row) => {
        const { at, orderNumber, orderId, itemId, state, skuId, planId, count, method }: SoldItem = row
        const { saleCurrency, saleRate, paidMinor } = row
        const destination = destinations.get(skuId)
        const plan = plans.get(planId)
        const place = destination ? (destination.ownName ?? destination.providerName) : null
        const planName = plan ? planText(plan) : null
        const cells = [
          at,
          orderNumber,
          orderId,
          itemId,
          state,
          listFilter.mode,
          skuId,
          place,
          planId,
          planName,
          count,
          method,
        ]

        return [...cells, ...moneyCells(row), saleCurrency, mainUnits(paidMinor, saleCurrency), saleRate]
      },
      ({ at, itemId }) => ({ at, itemId }),
    )
  })
}

async function readMissing<Key, Row>(
  known: Map<Key, Row>,
  keys: Key[],
  read: (keys: Key[]) => Promise<Map<Key, Row>>,
): Promise<void> {
  const missing = [...new Set(keys)].filter((key) => !known.has(key))
  if (missing.length === 0) return
  for (const [key, row] of await read(missing)) known.set(key, row)
}

function destinationOf({ skuId }: { skuId: number }): number {
  return skuId
}

function planText({ amountValue, amountUnit, validityDays, kind }: PlanTextInput): string {
  return kind === 'day_pass' ? `${amountValue} ${amountUnit}` : `${amountValue} ${amountUnit} / ${validityDays} d`
}

type PlanTextInput = { amountValue: number; amountUnit: string; validityDays: number; kind: string }

const REFUND_HEAD = [
  ...['at', 'done_at', 'order', 'order_id', 'refund_id', 'card', 'kind', 'state', 'reason', 'method'],
  ...['provider_refund_id', 'currency', 'refunded', 'payment_captured', 'payment_refunded', 'network_order'],
  ...['credit_state', 'credit_currency', 'credit_expected', 'credit_confirmed'],
]
const LOSS_HEAD = ['at', 'loss_id', 'kind', 'order', 'order_id', 'network_order', 'currency', 'amount', 'amount_known']
const MONTHS_HEAD = ['month', 'book', 'part', 'closed', 'closed_by', ...MONEY_HEAD]
const MONTH_HEAD = [
  ...['month', 'book', 'part', 'at', 'order', 'order_id', 'line_id', 'destination_id', 'plan_id', 'count', 'method'],
  ...MONEY_HEAD,
]

type RefundKey = NonNullable<Awaited<ReturnType<typeof findRefundKey>>>

/** The refund ledger of a filter as a file, newest first, eSIMs and reasons as the role may read them. */
export function exportedRefunds(caller: Caller, filter: RefundFilter): AsyncIterable<string> {
  const listFilter = once(async () => findRefundFilter(filter, await readListSearch(caller, filter.q)))

  return rowsOf<RefundKey>(caller, 'refunds', REFUND_HEAD, async (after) =>
    batchOf(
      await listRefundEntries(await listFilter(), { after, limit: BATCH }),
      (row) => refundCells(caller, row),
      ({ at, refundId, id }) => ({ at, refundId, id }),
    ),
  )
}

function refundCells(caller: Caller, row: RefundEntry): CsvCell[] {
  const { at, doneAt, orderNumber, orderId, refundId, kind, state, method, providerRefundId, currency } = row
  const esim = row.iccid && (can(caller, 'iccids.see') ? row.iccid : maskIccid(row.iccid))
  const reason = maskText(caller, row.reason)
  const sums = [row.amountMinor, row.capturedMinor, row.refundedMinor].map((minor) => mainUnits(minor, currency))
  const credits = row.credit === 'none' ? [null, null] : [row.creditAmount, row.creditConfirmed]

  return [
    ...[at, doneAt, orderNumber, orderId, refundId, esim, kind, state, reason, method, providerRefundId, currency],
    ...[...sums, row.orderNum, row.credit, row.creditCurrency, ...credits],
  ]
}

/** The losses of a filter as a file, newest first. */
export function exportedLosses(caller: Caller, filter: LossFilter): AsyncIterable<string> {
  const listFilter = once(async () => findLossFilter(filter, await readListSearch(caller, filter.q)))

  return rowsOf<LossKey>(caller, 'losses', LOSS_HEAD, async (after) =>
    batchOf(await listLossRows(await listFilter(), { after, limit: BATCH }), lossCells, ({ at, id }) => ({ at, id })),
  )
}

function lossCells({ at, id, kind, order, orderNum, currency, amount }: LossRow): CsvCell[] {
  // An amount that nobody knows is no zero: its cell is empty, and the next one says why.
  return [at, id, kind, order?.number, order?.id, orderNum, currency, amount, amount === null ? 'no' : 'yes']
}

/**
 * What a closed month has booked as a file, the same rows whenever it is taken: its own lines, and corrections of earlier
 * ones as differences. Throws `not_found` for a month that is not closed, when its first lines are taken.
 */
export function exportedMonth(caller: Caller, id: string): AsyncIterable<string> {
  return rowsOf<string>(caller, 'month', MONTH_HEAD, async (after) => {
    if (after === null && !(await findMonthClose(id))) throw new AppError('not_found', 'This month is not closed.')
    const { book, month } = readMonthId(id)
    const rows = await listEntries(id, { isCorrection: null, after, limit: BATCH })

    return batchOf(
      rows,
      (row) => [month, book, ...bookedCells(row)],
      ({ itemId }) => itemId,
    )
  })
}

/** The sums of the closed months of a book as a file, the newest first: of their own lines, and of corrections. */
export function exportedMonths(caller: Caller, { book }: MonthFilter): AsyncIterable<string> {
  return rowsOf<never>(caller, 'months', MONTHS_HEAD, async () => {
    const { closed } = await getMonths(caller, book ?? env.STORE_MODE)

    return { rows: closed.flatMap(monthCells), next: null }
  })
}

function monthCells({ month, book, closedAt, closedBy, sums }: ClosedMonth): CsvCell[][] {
  return sums.map((sum) => [
    ...[month, book, sum.isCorrection ? 'corrections' : 'own', closedAt, closedBy],
    ...moneyCells(sum, sum.isCorrection || sum.knownLines > 0),
  ])
}

function bookedCells(row: BookedLine): CsvCell[] {
  const { isCorrection, at, orderNumber, orderId, itemId, skuId, planId, count, method } = row
  const part = isCorrection ? 'correction' : 'own'
  const cells = [part, at, orderNumber, orderId, itemId, skuId, planId, count, method]

  // A correction is a difference: nothing in it means that nothing has changed.
  return [...cells, ...moneyCells(row, isCorrection || row.knownLines > 0)]
}

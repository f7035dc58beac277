import 'server-only'
import { BATCH, batchOf, once, rowsOf } from '#lib/core/queries/export-rows.ts'
import { MONEY_HEAD, moneyCells } from '#lib/core/queries/money-cells.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import { listSold, readDestinations, readPlans } from '#lib/finance/repository/admin-finance.ts'
import { findSoldFilter } from '#lib/finance/repository/admin-finance-filter.ts'
import { sumSold } from '#lib/finance/repository/admin-finance-sums.ts'
import type { FinanceExportFilter, FinanceFilter, SoldLine } from '#lib/finance/rules/admin-finance.ts'

const MOST_SUMS = 20_000
const LINE_HEAD = [
  ...['at', 'order', 'order_id', 'line_id', 'state', 'book', 'destination_id', 'destination', 'plan_id', 'plan'],
  ...['count', 'method', ...MONEY_HEAD],
]

/**
 * Figures as a file: the sums that the page shows, or every sold line behind them, newest first. Amounts are exact text in
 * main units.
 */
export function exportedFinance(caller: Caller, { what, ...filter }: FinanceExportFilter): AsyncIterable<string> {
  return what === 'sums' ? sums(caller, filter) : lines(caller, filter)
}

function sums(caller: Caller, filter: FinanceFilter): AsyncIterable<string> {
  return rowsOf<never>(caller, 'finance', [filter.by, 'book', 'name', ...MONEY_HEAD], async () => ({
    rows: await readSums(filter),
    next: null,
  }))
}

async function readSums(filter: FinanceFilter): Promise<CsvCell[][]> {
  const { by } = filter
  const listFilter = await findSoldFilter({ ...filter, lines: null })
  const found = await sumSold(listFilter, { by, limit: MOST_SUMS })
  const rows = found.filter(({ key }) => key !== null)
  const keys = rows.map(({ key }) => key ?? '')
  const plans = by === 'plan' ? await readPlans(keys) : new Map()
  const skus = await readDestinations(by === 'destination' ? keys.map(Number) : [...plans.values()].map(skuOf))

  return rows.map(({ key, ...figures }) => {
    const plan = by === 'plan' ? plans.get(key) : undefined
    const sku = by === 'destination' ? skus.get(Number(key)) : plan && skus.get(plan.skuId)
    const place = sku ? (sku.ownName ?? sku.upstreamName) : null

    return [key, listFilter.mode, plan ? `${place} ${planText(plan)}` : place, ...moneyCells(figures)]
  })
}

type LineKey = { at: Date; lineId: string }

function lines(caller: Caller, filter: FinanceFilter): AsyncIterable<string> {
  // Read once for the whole file: there are as many as the catalogue has, however many lines there are.
  const skus: Awaited<ReturnType<typeof readDestinations>> = new Map()
  const plans: Awaited<ReturnType<typeof readPlans>> = new Map()
  // Days that a filter leaves open are those of the moment at which the file begins, however long it takes.
  const wanted = once(() => findSoldFilter(filter))

  return rowsOf<LineKey>(caller, 'finance', LINE_HEAD, async (after) => {
    const listFilter = await wanted()
    const rows = await listSold(listFilter, { after, limit: BATCH })
    await readMissing(skus, rows.map(skuOf), readDestinations)
    await readMissing(
      plans,
      rows.map(({ planId }) => planId),
      readPlans,
    )

    return batchOf(
      rows,
      (row) => {
        const { at, orderNumber, orderId, lineId, state, skuId, planId, count, method }: SoldLine = row
        const sku = skus.get(skuId)
        const plan = plans.get(planId)
        const place = sku ? (sku.ownName ?? sku.upstreamName) : null
        const words = plan ? planText(plan) : null
        const said = [
          at,
          orderNumber,
          orderId,
          lineId,
          state,
          listFilter.mode,
          skuId,
          place,
          planId,
          words,
          count,
          method,
        ]

        return [...said, ...moneyCells(row)]
      },
      ({ at, lineId }) => ({ at, lineId }),
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

function skuOf({ skuId }: { skuId: number }): number {
  return skuId
}

function planText({ amountValue, amountUnit, validityDays, kind }: PlanWords): string {
  return kind === 'day_pass' ? `${amountValue} ${amountUnit}` : `${amountValue} ${amountUnit} / ${validityDays} d`
}

type PlanWords = { amountValue: number; amountUnit: string; validityDays: number; kind: string }

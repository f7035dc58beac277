import 'server-only'
import { listSold, readDestinations, readPlans } from '#lib/db/admin-finance.ts'
import { sumSold } from '#lib/db/admin-finance-sums.ts'
import { findSoldWish } from '#lib/db/admin-finance-wish.ts'
import { recordAudit } from '#lib/db/audit.ts'
import type { FinanceFilter, SoldLine } from '#lib/domain/admin-finance.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { csvRow, csvStart } from '#lib/domain/csv.ts'
import { MONEY_HEAD, moneyCells } from '#lib/services/finance/money-cells.ts'

// Small: between two of them others have their turn, and nothing piles up in memory.
const BATCH = 200
const MOST_SUMS = 20_000
const LINE_HEAD = [
  ...[
    'at',
    'order',
    'order_id',
    'line_id',
    'state',
    'book',
    'destination_id',
    'destination',
    'plan_id',
    'plan',
    'count',
  ],
  ...['method', ...MONEY_HEAD],
]

/** What of a filter is wanted: the sums that the page shows, or every sold line behind them. */
export const FINANCE_EXPORTS = ['sums', 'lines'] as const
export type FinanceExport = (typeof FINANCE_EXPORTS)[number]

/**
 * Returns figures as the rows of a CSV file, lines newest first, read in batches as they are taken: a million rows are
 * never in memory. Amounts are exact text in main units. The export is an act, written down before the first row leaves.
 *
 * Throws `forbidden`.
 */
export async function exportFinance(
  caller: Caller,
  filter: FinanceFilter,
  what: FinanceExport,
): Promise<AsyncIterable<string>> {
  const staff = requirePermission(caller, 'costs.see')
  const wish = await findSoldWish(filter)
  const { after: _after, ...said } = filter
  const facts = Object.fromEntries(Object.entries({ ...said, what }).filter(([, value]) => value !== null))
  await recordAudit({
    actor: actorOf(staff),
    role: staff.role,
    act: 'finance.exported',
    subject: 'finance',
    after: facts,
  })

  return what === 'sums' ? sumsOf(wish, filter) : linesOf(wish)
}

type Wish = Awaited<ReturnType<typeof findSoldWish>>

async function* sumsOf(wish: Wish, { by }: FinanceFilter): AsyncIterable<string> {
  yield csvStart([by, 'book', 'name', ...MONEY_HEAD])
  const found = await sumSold(wish, { by, limit: MOST_SUMS })
  const rows = found.filter(({ key }) => key !== null)
  const keys = rows.map(({ key }) => key ?? '')
  const plans = by === 'plan' ? await readPlans(keys) : new Map()
  const skus = await readDestinations(by === 'destination' ? keys.map(Number) : [...plans.values()].map(skuOf))
  for (const { key, ...figures } of rows) {
    const plan = by === 'plan' ? plans.get(key) : undefined
    const sku = by === 'destination' ? skus.get(Number(key)) : plan && skus.get(plan.skuId)
    const place = sku ? (sku.ownName ?? sku.upstreamName) : null
    yield csvRow([key, wish.mode, plan ? `${place} ${planText(plan)}` : place, ...moneyCells(figures)])
  }
}

async function* linesOf(wish: Wish): AsyncIterable<string> {
  // Read once for the whole file: there are as many as the catalogue has, however many lines there are.
  const skus: Awaited<ReturnType<typeof readDestinations>> = new Map()
  const plans: Awaited<ReturnType<typeof readPlans>> = new Map()
  yield csvStart(LINE_HEAD)
  let after: { at: Date; lineId: string } | null = null
  for (;;) {
    const rows: SoldLine[] = await listSold(wish, { after, limit: BATCH })
    await readMissing(skus, rows.map(skuOf), readDestinations)
    await readMissing(
      plans,
      rows.map(({ planId }) => planId),
      readPlans,
    )
    if (rows.length > 0) {
      yield rows
        .map((row) => {
          const { at, orderNumber, orderId, lineId, state, skuId, planId, count, method } = row
          const sku = skus.get(skuId)
          const plan = plans.get(planId)
          const place = sku ? (sku.ownName ?? sku.upstreamName) : null
          const what = plan ? planText(plan) : null
          const said = [at, orderNumber, orderId, lineId, state, wish.mode, skuId, place, planId, what, count, method]

          return csvRow([...said, ...moneyCells(row)])
        })
        .join('')
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { at: last.at, lineId: last.lineId }
  }
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

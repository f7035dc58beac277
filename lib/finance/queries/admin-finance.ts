import 'server-only'
import { env } from '#lib/core/env.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { BATCH, batchOf, once, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { findSoldKey, listSold, readDestinations, readPlans } from '#lib/finance/repository/admin-finance.ts'
import { findLossFilter, findLossKey, listLossRows, sumLosses } from '#lib/finance/repository/loss-ledger.ts'
import {
  findLedgerFilter,
  findLedgerKey,
  findProviderFloor,
  type LedgerKey,
  listExpectedCredits,
  listLedger,
  sumLedger,
} from '#lib/finance/repository/provider-ledger.ts'
import { financeRange, findSoldFilter, sumSold } from '#lib/finance/repository/sold-lines.ts'
import type { FinanceFilter, FinanceSums } from '#lib/finance/rules/admin-finance.ts'
import {
  type LedgerEntry,
  type LedgerFilter,
  type LossFilter,
  ledgerFilterSchema,
  ledgerStatus,
} from '#lib/finance/rules/provider-ledger.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'

const MAX_ROWS = 400
const PAGE = 50

/** Adds up what was sold in the days of a filter, by day, month, destination, plan or method. Throws `forbidden`. */
export async function getFinanceSums(caller: Caller, filter: FinanceFilter, locale: string): Promise<FinanceSums> {
  requirePermission(caller, 'costs.see')
  const found = await sumSold(await findSoldFilter({ ...filter, key: null, lines: null }), {
    by: filter.by,
    limit: MAX_ROWS + 1,
  })
  const shown = found.slice(0, MAX_ROWS)
  const name = await namesOf(
    shown.flatMap(({ key }) => key ?? []),
    { by: filter.by, locale },
  )

  return {
    range: financeRange(filter),
    totals: shown.filter(({ key }) => key === null),
    rows: shown.flatMap((row) => (row.key === null ? [] : [{ ...row, key: row.key, ...name(row.key) }])),
    hasMore: found.length > MAX_ROWS,
  }
}

/** Reads one page of the sold lines behind a figure, newest first. Throws `forbidden`. */
export async function listFinanceLines(caller: Caller, filter: FinanceFilter, locale: string) {
  requirePermission(caller, 'costs.see')
  const [listFilter, after] = await Promise.all([
    findSoldFilter(filter),
    filter.after ? findSoldKey(filter.after) : null,
  ])
  const found = await listSold(listFilter, { after, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const name = filter.key === null ? null : (await namesOf([filter.key], { by: filter.by, locale }))(filter.key)
  const [destinations, plans] = await Promise.all([
    readDestinations([...new Set(rows.map(({ skuId }) => skuId))]),
    readPlans([...new Set(rows.map(({ planId }) => planId))]),
  ])

  return {
    range: financeRange(filter),
    rows: rows.map((row) => {
      const destination = destinations.get(row.skuId)
      const plan = plans.get(row.planId)

      return {
        ...row,
        destination: destination ? destinationName(destination, locale) : String(row.skuId),
        iso2: destination?.iso2 ?? null,
        plan: plan ? `${plan.amountValue} ${plan.amountUnit}` : row.planId,
      }
    }),
    label: name?.label ?? null,
    older: found.length > PAGE ? (rows.at(-1)?.itemId ?? null) : null,
  }
}

type Name = { label: string | null; iso2: string | null }

async function namesOf(
  named: string[],
  { by, locale }: { by: FinanceFilter['by']; locale: string },
): Promise<(key: string) => Name> {
  const nothing = { label: null, iso2: null }
  if (by !== 'destination' && by !== 'plan') return () => nothing
  const keys = [...new Set(named)]
  const plans = by === 'plan' ? await readPlans(keys) : null
  const destinations = await readDestinations(
    plans ? [...plans.values()].map(({ skuId }) => skuId) : keys.flatMap(toSkuId),
  )

  return (key) => {
    const plan = plans?.get(key)
    const destination = destinations.get(plans ? (plan?.skuId ?? -1) : Number(key))
    if (!destination) return nothing
    const place = destinationName(destination, locale)
    const term = plan && plan.kind !== 'day_pass' ? ` / ${plan.validityDays}` : ''

    return { label: plan ? `${place} ${plan.amountValue} ${plan.amountUnit}${term}` : place, iso2: destination.iso2 }
  }
}

// A key comes from an address: what is no number of a destination names none.
function toSkuId(key: string): number[] {
  return /^\d{1,9}$/.test(key) ? [Number(key)] : []
}

/** Reads one page of the booked losses, newest first, and what all of them add up to. Throws `forbidden`. */
export async function listLosses(caller: Caller, filter: LossFilter) {
  requirePermission(caller, 'costs.see')
  const searched = await readListSearch(caller, filter.q)
  const [listFilter, after] = await Promise.all([
    findLossFilter(filter, searched),
    filter.after ? findLossKey(filter.after) : null,
  ])
  const [found, sums] = await Promise.all([listLossRows(listFilter, { after, limit: PAGE + 1 }), sumLosses(listFilter)])
  const rows = found.slice(0, PAGE)

  return { rows, older: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null, sums }
}

const MAX_CREDITS = 100

/**
 * Reads what is left at the supplier, what it owes, and a page of the entries that fit a filter, newest first. Throws
 * `forbidden`.
 */
export async function getProviderPage(caller: Caller, filter: LedgerFilter = ledgerFilterSchema.parse({})) {
  requirePermission(caller, 'costs.see')
  const searched = await readListSearch(caller, filter.q)
  const [listFilter, after] = await Promise.all([
    findLedgerFilter(filter, searched),
    filter.after ? findLedgerKey(filter.after) : null,
  ])
  const [sums, floor, credits, found] = await Promise.all([
    sumLedger(),
    findProviderFloor(),
    listExpectedCredits(MAX_CREDITS),
    listLedger(listFilter, { after, limit: PAGE + 1 }),
  ])
  const entries = found.slice(0, PAGE)

  return {
    statuses: sums.map(ledgerStatus),
    currency: env.RESELLER_API_CURRENCY,
    floor,
    mayBook: can(caller, 'finance.book'),
    credits,
    entries,
    older: found.length > PAGE ? (entries.at(-1)?.id ?? null) : null,
  }
}

const HEAD = [
  ...['at', 'entry_id', 'kind', 'amount', 'currency', 'network_order', 'order', 'order_id'],
  ...['confirmed', 'confirmed_by', 'note'],
]

/** The entries of a filter as a file, newest first. */
export function exportedLedger(caller: Caller, filter: LedgerFilter): AsyncIterable<string> {
  const listFilter = once(async () => findLedgerFilter(filter, await readListSearch(caller, filter.q)))

  return rowsOf<LedgerKey>(caller, 'supplier', HEAD, async (after) =>
    batchOf(await listLedger(await listFilter(), { after, limit: BATCH }), cellsOf, ({ at, id }) => ({ at, id })),
  )
}

function cellsOf({ id, kind, amount, currency, orderNum, order, at, ...row }: LedgerEntry) {
  const cells = [at, id, kind, amount, currency, orderNum, order?.number, order?.id]

  return [...cells, row.confirmedAt, row.confirmedBy, row.note]
}

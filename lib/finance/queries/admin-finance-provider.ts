import 'server-only'
import { env } from '#lib/core/env.ts'
import { BATCH, batchOf, once, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import {
  findLedgerFilter,
  findLedgerKey,
  findProviderFloor,
  type LedgerKey,
  listExpectedCredits,
  listLedger,
  sumLedger,
} from '#lib/finance/repository/provider-ledger.ts'
import {
  type LedgerEntry,
  type LedgerFilter,
  ledgerFilterSchema,
  ledgerStatus,
  type ProviderPage,
} from '#lib/finance/rules/provider-ledger.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'

const PAGE = 50
const MOST_CREDITS = 100

/**
 * Reads what is left at the supplier, what it owes, and a page of the entries that fit a filter, newest first. Throws
 * `forbidden`.
 */
export async function getProviderPage(
  caller: Caller,
  filter: LedgerFilter = ledgerFilterSchema.parse({}),
): Promise<ProviderPage> {
  requirePermission(caller, 'costs.see')
  const searched = await readListSearch(caller, filter.q)
  const [listFilter, after] = await Promise.all([
    findLedgerFilter(filter, searched),
    filter.after ? findLedgerKey(filter.after) : null,
  ])
  const [sums, floor, credits, found] = await Promise.all([
    sumLedger(),
    findProviderFloor(),
    listExpectedCredits(MOST_CREDITS),
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
  const said = [at, id, kind, amount, currency, orderNum, order?.number, order?.id]

  return [...said, row.confirmedAt, row.confirmedBy, row.note]
}

import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { findLossFilter, findLossKey, listLossRows, sumLosses } from '#lib/finance/repository/loss-ledger.ts'
import type { LossFilter, LossPage } from '#lib/finance/rules/loss-ledger.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'

const PAGE = 50

/** Reads one page of the booked losses, newest first, and what all of them add up to. Throws `forbidden`. */
export async function listLosses(caller: Caller, filter: LossFilter): Promise<LossPage> {
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

import 'server-only'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { findRefundFilter, findRefundKey, listRefundEntries } from '#lib/refunds/repository/refunds.ts'
import type { RefundEntry, RefundFilter, RefundPage } from '#lib/refunds/rules/refund-ledger.ts'

const PAGE = 50

/** Reads one page of the refund ledger, newest first. Throws `forbidden`. */
export async function listRefunds(caller: Caller, filter: RefundFilter): Promise<RefundPage> {
  requirePermission(caller, 'costs.see')
  const searched = await readListSearch(caller, filter.q)
  const [listFilter, after] = await Promise.all([
    findRefundFilter(filter, searched),
    filter.after ? findRefundKey(filter.after) : null,
  ])
  const found = await listRefundEntries(listFilter, { after, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)

  return {
    rows: rows.map((row) => shownTo(caller, row)),
    older: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
  }
}

function shownTo(caller: Caller, row: RefundEntry): RefundEntry {
  return { ...row, iccid: row.iccid && (can(caller, 'iccids.see') ? row.iccid : maskIccid(row.iccid)) }
}

import 'server-only'
import type { Caller } from '#lib/core/rules/caller.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { findDiscrepancyIds } from '#lib/reconciliation/repository/discrepancy-search.ts'

/** The differences that a text names to a role, `null` where nothing is searched. Throws `rate_limited`. */
export async function discrepancyIds(caller: Caller, text: string): Promise<string[] | null> {
  const searched = await readListSearch(caller, text)

  return searched && findDiscrepancyIds(searched)
}

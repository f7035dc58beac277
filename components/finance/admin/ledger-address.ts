import { filterAddress } from '#components/ui/admin/filter-address.ts'
import type { LedgerFilter } from '#lib/finance/rules/provider-ledger.ts'

/** Returns the address of the supplier ledger with a filter in it. */
export function ledgerAddress(filter: Partial<LedgerFilter>, base = '/admin/finance/supplier'): string {
  return filterAddress(base, filter)
}

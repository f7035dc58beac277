import 'server-only'
import { findSupplierFloor, listLedger, sumLedger } from '#lib/db/supplier-ledger.ts'
import { type Caller, can, requirePermission } from '#lib/domain/caller.ts'
import { ledgerStanding, type SupplierPage } from '#lib/domain/supplier-ledger.ts'
import { env } from '#lib/env.ts'

const MOST = 100

/** Reads what is left at the supplier, what it owes, and the newest entries of the ledger. Throws `forbidden`. */
export async function getSupplierPage(caller: Caller): Promise<SupplierPage> {
  requirePermission(caller, 'costs.see')
  const [sums, floor, credits, entries] = await Promise.all([
    sumLedger(),
    findSupplierFloor(),
    listLedger('expected', MOST),
    listLedger('all', MOST),
  ])

  return {
    standings: sums.map(ledgerStanding),
    currency: env.RESELLER_API_CURRENCY,
    floor,
    mayBook: can(caller, 'finance.book'),
    credits,
    entries,
  }
}

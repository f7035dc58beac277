import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { listTransfersOfOrder } from '#lib/payments/repository/bank-transfers.ts'
import type { AdminTransfer } from '#lib/payments/rules/money-discrepancies.ts'

/** Reads the bank transfers of an order, oldest first: asked for, arrived, and to be sent back. Throws `forbidden`. */
export async function listAdminTransfers(caller: Caller, orderId: string): Promise<AdminTransfer[]> {
  requirePermission(caller, 'orders.see')

  return listTransfersOfOrder(orderId)
}

import 'server-only'
import { listTransfersOfOrder } from '#lib/db/bank-transfers.ts'
import type { AdminTransfer } from '#lib/domain/admin-transfer.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'

/** Reads the bank transfers of an order, oldest first: asked for, arrived, and to be sent back. Throws `forbidden`. */
export async function listAdminTransfers(caller: Caller, orderId: string): Promise<AdminTransfer[]> {
  requirePermission(caller, 'orders.see')

  return listTransfersOfOrder(orderId)
}

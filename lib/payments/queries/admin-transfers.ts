import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { listTransfersOfOrder } from '#lib/payments/repository/bank-transfers.ts'

/** Reads the bank transfers of an order, oldest first: asked for, arrived, and to be sent back. Throws `forbidden`. */
export async function listAdminTransfers(caller: Caller, orderId: string) {
  requirePermission(caller, 'orders.see')

  return listTransfersOfOrder(orderId)
}

/** A bank transfer as staff see it. `on` is the day of the bank statement. */
export type AdminTransfer = Awaited<ReturnType<typeof listAdminTransfers>>[number]

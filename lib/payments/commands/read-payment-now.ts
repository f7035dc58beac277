import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { listPaymentsOfOrder } from '#lib/payments/repository/payments.ts'

/** Reads the order's open payments at their provider now, for a page to which a buyer has just come back. */
export async function readPaymentNow(caller: Caller, orderId: string): Promise<void> {
  if (!ownsOrder(caller, orderId) && !can(caller, 'orders.see')) throw new AppError('not_found', 'No such order.')
  for (const payment of await listPaymentsOfOrder(orderId)) {
    if (payment.state === 'OPEN' || payment.state === 'INTENDED') await settlePayment(payment.id)
  }
  wakeWorker()
}

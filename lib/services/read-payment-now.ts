import 'server-only'
import { listPaymentsOfOrder } from '#lib/db/payments.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { type Caller, can, ownsOrder } from '#lib/domain/caller.ts'
import { settlePayment } from '#lib/services/settle-payment.ts'
import { wakeWorker } from '#lib/services/wake.ts'

/** Reads the order's open payments at their provider now, for a page to which a buyer has just come back. */
export async function readPaymentNow(caller: Caller, orderId: string): Promise<void> {
  if (!ownsOrder(caller, orderId) && !can(caller, 'orders.see')) throw new AppError('not_found', 'No such order.')
  for (const payment of await listPaymentsOfOrder(orderId)) {
    if (payment.state === 'OPEN' || payment.state === 'INTENDED') await settlePayment(payment.id)
  }
  wakeWorker()
}

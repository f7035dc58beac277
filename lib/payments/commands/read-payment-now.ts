import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import { findRecipient } from '#lib/orders/repository/orders.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { listPaymentsOfOrder } from '#lib/payments/repository/payments.ts'

const PAID = ['AUTHORISED', 'CAPTURING', 'CAPTURED']

/**
 * Reads the order's open payments at their provider now, for a page to which a buyer has just come back. Resolves with
 * the address of the order when money of one is held or taken, else `null`.
 */
export async function readPaymentNow(caller: Caller, orderId: string): Promise<{ paidBy: string | null }> {
  if (!ownsOrder(caller, orderId) && !can(caller, 'orders.see')) throw new AppError('not_found', 'No such order.')
  for (const payment of await listPaymentsOfOrder(orderId)) {
    if (payment.state === 'OPEN' || payment.state === 'INTENDED') await settlePayment(payment.id)
  }
  wakeWorker()

  const isPaid = (await listPaymentsOfOrder(orderId)).some(({ state }) => PAID.includes(state))

  return { paidBy: isPaid ? ((await findRecipient(orderId))?.person.email ?? null) : null }
}

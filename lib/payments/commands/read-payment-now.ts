import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import { findRecipient } from '#lib/orders/repository/orders.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { PaymentError } from '#lib/payments/providers/index.ts'
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

/**
 * Returns what the browser opens the provider's form of the order's open payment with. It lets its holder pay this session and
 * nothing else, and belongs in no log and no cache. Throws `gone` when nothing can be paid in a form any more, and
 * `upstream_unavailable` while the provider does not answer.
 */
export async function readPaymentForm(caller: Caller, orderId: string): Promise<{ clientSecret: string }> {
  if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'No such order.')
  const payment = (await listPaymentsOfOrder(orderId)).find(({ state }) => state === 'OPEN')
  if (!payment?.sessionId) throw new AppError('gone', 'Nothing of this order can be paid.')
  try {
    const clientSecret = await paymentProvider(payment.provider).readForm?.(payment.sessionId)
    if (clientSecret) return { clientSecret }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    throw new AppError('upstream_unavailable', 'The payment provider gave no form.', undefined, { cause: error })
  }
  throw new AppError('gone', 'This payment has no form that could be filled in.')
}

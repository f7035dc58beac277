import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { isSameMoney, type Money, money } from '#lib/core/rules/money.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { findTransfer, receiveTransfer } from '#lib/payments/repository/bank-transfers.ts'
import { getPayment, lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { latestBankDay } from '#lib/payments/rules/payment.ts'

/** What the bank statement says, typed in by a person. `receivedOn` is its day, today when it is left out. */
export type Arrival = {
  paymentId: string
  amountMinor: number
  currency: string
  receivedOn?: string
  bankReference?: string
}

/**
 * Notes that a bank transfer has arrived, or a further part of it, and goes on with its order at once. `fits` is false when
 * all that arrived is another sum or currency than asked for: the money is kept, and the order waits for a person or for
 * the rest. What comes when the order has its money is to be sent back.
 *
 * Saying the same twice changes nothing: a further booking is told apart by the bank's own reference. Throws `forbidden`,
 * `not_found`, `bad_input`, and `conflict` when something else was noted before or the payment is no bank transfer.
 */
export async function markTransferReceived(caller: Caller, arrival: Arrival): Promise<{ fits: boolean }> {
  const staff = requirePermission(caller, 'payments.receive')
  const received = toMoney(arrival)
  const now = new Date()
  const on = arrival.receivedOn ?? now.toISOString().slice(0, 10)
  if (on > latestBankDay(now)) throw new AppError('bad_input', 'This day has not come yet.')
  const bankReference = arrival.bankReference ?? ''
  const fits = await transaction((tx) => note(arrival.paymentId, { staff, received, on, bankReference, tx }))
  await failpoint('transfer_noted')
  await settlePayment(arrival.paymentId)

  return { fits }
}

type Note = { staff: StaffMember; received: Money; on: string; bankReference: string; tx: Tx }

async function note(paymentId: string, { staff, received, on, bankReference, tx }: Note): Promise<boolean> {
  const payment = await requireTransfer(paymentId, tx)
  const transfer = await findTransfer(payment.sessionId, tx)
  if (!transfer) throw new AppError('not_found', 'There is no such transfer.')
  const by = actorOf(staff)
  const outcome = await receiveTransfer(transfer.id, { amount: received, on, by, bankReference }, tx)
  if (outcome !== 'noted' && outcome !== 'known') {
    throw new AppError('conflict', 'Another sum was noted before.', { reason: outcome })
  }
  const all = (await findTransfer(transfer.id, tx))?.received
  const fits = all != null && isSameMoney(all, transfer.amount)
  if (outcome === 'known') return fits
  const named = bankReference === '' ? {} : { bankReference }
  const after = { amountMinor: received.minor, currency: received.currency, receivedOn: on, ...named, fits }
  await recordAudit({ actor: by, role: staff.role, act: 'transfer.received', subject: paymentId, after }, tx)
  const { orderId } = payment
  const data = { amountMinor: received.minor, currency: received.currency }
  await recordOrderEvent({ orderId, kind: 'transfer_received', actor: by, data }, tx)
  await wakeRow('Payment', paymentId, tx)

  return fits
}

async function requireTransfer(paymentId: string, tx: Tx): Promise<PaymentRow & { sessionId: string }> {
  if (!(await getPayment(paymentId, tx))) throw new AppError('not_found', 'There is no such payment.')
  const payment = await lockPayment(paymentId, tx)
  const { provider, sessionId } = payment
  if (provider !== 'bank_transfer' || !sessionId) throw new AppError('conflict', 'This payment is no bank transfer.')

  return { ...payment, sessionId }
}

function toMoney({ amountMinor, currency }: Arrival): Money {
  const known = parseCurrency(currency)
  if (!known || !Number.isSafeInteger(amountMinor) || amountMinor <= 0) {
    throw new AppError('bad_input', 'This is no sum that can arrive.')
  }

  return money(amountMinor, known)
}

import type { PaymentRow, RefundRow, SessionRow } from './rows.ts'
import type { World } from './world.ts'

export function showSession(world: World, session: SessionRow, payment: PaymentRow) {
  return {
    object: 'session',
    id: session.id,
    url: `${world.publicUrl}/pay/${session.id}`,
    status: session.status,
    paymentId: session.paymentId,
    expiresAt: session.expiresAt,
    payment: showPayment(payment),
  }
}

export function showPayment(payment: PaymentRow) {
  const { seq: _seq, isDisputed, status, ...facts } = payment

  return { object: 'payment', ...facts, status: isDisputed ? 'disputed' : status }
}

export function showRefund(refund: RefundRow, payment: PaymentRow) {
  return { object: 'refund', ...refund, currency: payment.currency, status: 'succeeded' }
}

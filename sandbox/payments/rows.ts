import type { World } from './world.ts'

type Metadata = Record<string, string>

export type SessionRow = {
  id: string
  paymentId: string
  status: 'open' | 'complete' | 'expired'
  captureMethod: 'manual' | 'automatic'
  description: string
  successUrl: string
  cancelUrl: string
  webhookUrl: string | null
  locale: string
  customerEmail: string | null
  expiresAt: string
  createdAt: string
}

export type PaymentRow = {
  id: string
  /** Order of creation; the cursor of the list. */
  seq: number
  sessionId: string
  status: 'open' | 'authorised' | 'captured' | 'voided' | 'failed' | 'expired'
  isDisputed: boolean
  amount: number
  currency: string
  captured: number
  refunded: number
  reference: string
  metadata: Metadata
  livemode: boolean
  account: string
  /** Absent in journals of earlier releases. */
  customerEmail?: string | null
  /** Why the bank said no, in Stripe's codes; absent while nobody was declined. */
  declineCode?: string
  holdExpiresAt: string | null
  createdAt: string
}

export type CaptureRow = { id: string; paymentId: string; amount: number; key: string | null; createdAt: string }

export type RefundRow = CaptureRow & { reason: string }

/** The answer that a repeated key gets again. */
export type AnswerRow = { id: string; fingerprint: string; status: number; body: unknown; createdAt: string }

export type EventType =
  | 'payment.authorised'
  | 'payment.captured'
  | 'payment.failed'
  | 'payment.voided'
  | 'payment.disputed'
  | 'refund.succeeded'
  | 'session.expired'

export type EventData = {
  object: 'payment' | 'refund' | 'session'
  id: string
  sessionId: string
  paymentId: string
  reference: string
}

export type EventRow = {
  id: string
  type: string
  data: EventData
  url: string | null
  attempts: number
  lastStatus: number | null
  outcome: 'waiting' | 'delivered' | 'dropped' | 'given_up' | 'no_address'
  createdAt: string
}

type ClockRow = { id: 'clock'; offsetMs: number }

/** Every table of the server, by name. */
export type Rows = {
  session: SessionRow
  payment: PaymentRow
  capture: CaptureRow
  refund: RefundRow
  answer: AnswerRow
  event: EventRow
  clock: ClockRow
}

export type Change =
  | { [Table in keyof Rows]: { table: Table; row: Rows[Table] } }[keyof Rows]
  | { table: keyof Rows; remove: string }

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

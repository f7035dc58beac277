import { assertAmount, type Fields, readCount, readOptionalText, readText, toFields } from './input.ts'
import { type PaymentRow, type RefundRow, showPayment, showRefund } from './rows.ts'
import { ApiError, eventData, newEvent, newId, type Plan, paymentEvent, requirePayment, type World } from './world.ts'

export type WriteCall = { id: string; body: unknown; key: string | null }

/** Takes a part of the hold or all of it, once; the rest of the hold is released. */
export function planCapture(world: World, { id, body, key }: WriteCall): Plan {
  const payment = requirePayment(world, id)
  const amount = readAmount(toFields(body), payment)
  if (payment.status !== 'authorised') throw conflict('not_capturable', `This payment is ${payment.status}.`)
  if (amount > payment.amount) throw new ApiError(422, 'amount_too_large', 'More than the hold cannot be captured.')

  const captured: PaymentRow = { ...payment, status: 'captured', captured: amount }
  const capture = { id: newId('cap'), paymentId: id, amount, key, createdAt: world.now().toISOString() }

  return {
    changes: [
      { table: 'payment', row: captured },
      { table: 'capture', row: capture },
    ],
    events: [paymentEvent(world, 'payment.captured', captured)],
    status: 200,
    body: showPayment(captured),
  }
}

export function planVoid(world: World, { id }: WriteCall): Plan {
  const payment = requirePayment(world, id)
  if (payment.status !== 'authorised') throw conflict('not_voidable', `This payment is ${payment.status}.`)

  const voided: PaymentRow = { ...payment, status: 'voided' }

  return {
    changes: [{ table: 'payment', row: voided }],
    events: [paymentEvent(world, 'payment.voided', voided)],
    status: 200,
    body: showPayment(voided),
  }
}

export function planRefund(world: World, { body, key }: Omit<WriteCall, 'id'>): Plan {
  const fields = toFields(body)
  const payment = requirePayment(world, readText(fields, 'paymentId'))
  const amount = readAmount(fields, payment)
  if (payment.status !== 'captured') throw conflict('not_refundable', `This payment is ${payment.status}.`)
  const expected = fields.expectedRefundedSoFar
  if (expected !== undefined && readCount(fields, 'expectedRefundedSoFar') !== payment.refunded) {
    throw conflict('refund_mismatch', `${payment.refunded} were refunded so far.`)
  }
  if (payment.refunded + amount > payment.captured) {
    throw new ApiError(422, 'amount_too_large', 'More than was captured cannot be refunded.')
  }

  const refunded: PaymentRow = { ...payment, refunded: payment.refunded + amount }
  const refund: RefundRow = {
    id: newId('ref'),
    paymentId: payment.id,
    amount,
    reason: readOptionalText(fields, 'reason') ?? '',
    key,
    createdAt: world.now().toISOString(),
  }

  return {
    changes: [
      { table: 'payment', row: refunded },
      { table: 'refund', row: refund },
    ],
    events: [newEvent(world, 'refund.succeeded', eventData('refund', refund.id, payment))],
    status: 201,
    body: showRefund(refund, payment),
  }
}

export function planDispute(world: World, id: string): Plan {
  const disputed: PaymentRow = { ...requirePayment(world, id), isDisputed: true }

  return {
    changes: [{ table: 'payment', row: disputed }],
    events: [paymentEvent(world, 'payment.disputed', disputed)],
    status: 200,
    body: showPayment(disputed),
  }
}

function readAmount(fields: Fields, payment: PaymentRow): number {
  const amount = readCount(fields, 'amount', 1)
  assertAmount(amount, payment.currency)
  if (fields.currency !== undefined && readText(fields, 'currency', 3) !== payment.currency) {
    throw new ApiError(422, 'currency_mismatch', `This payment is in ${payment.currency}.`)
  }

  return amount
}

function conflict(code: string, message: string): ApiError {
  return new ApiError(409, code, message)
}

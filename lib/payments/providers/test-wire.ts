import { z } from 'zod'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { type Money, money } from '#lib/core/rules/money.ts'
import { PaymentError } from '#lib/payments/providers/errors.ts'
import type { ProviderEvent, ProviderPayment, ProviderRefund } from '#lib/payments/providers/provider.ts'

const minorWire = z.int().min(0)
const instantWire = z.iso.datetime().transform((text) => new Date(text))

/** A payment as the test server writes it. */
export const paymentWire = z.object({
  id: z.string(),
  sessionId: z.string(),
  status: z.enum(['open', 'authorised', 'captured', 'voided', 'failed', 'expired', 'disputed']),
  amount: minorWire,
  currency: z.string(),
  captured: minorWire,
  refunded: minorWire,
  reference: z.string(),
  metadata: z.record(z.string(), z.string()),
  livemode: z.boolean(),
  account: z.string(),
  customerEmail: z.string().nullish(),
  holdExpiresAt: instantWire.nullable(),
  createdAt: instantWire,
})

/** A session with its payment. */
export const sessionWire = z.object({ id: z.string(), url: z.url(), paymentId: z.string(), payment: paymentWire })

/** One page of payments; `nextCursor` is `null` on the last one. */
export const paymentPageWire = z.object({ data: z.array(paymentWire), nextCursor: z.string().nullable() })

/** A refund as the test server writes it. */
export const refundWire = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: minorWire,
  currency: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  key: z.string().nullable(),
  createdAt: instantWire,
})

/** All refunds of one payment. */
export const refundListWire = z.object({ data: z.array(refundWire) })

/** A webhook's body. A type that is not listed becomes `other`. */
export const eventWire = z.object({
  id: z.string().min(1),
  type: z
    .enum([
      'payment.authorised',
      'payment.captured',
      'payment.failed',
      'payment.voided',
      'payment.disputed',
      'refund.succeeded',
      'session.expired',
      'other',
    ])
    .catch('other'),
  data: z.object({ id: z.string(), sessionId: z.string().nullable(), paymentId: z.string().nullable() }),
})

/** Returns the payment in our words. Throws `PaymentError` for a currency that the shop cannot count in. */
export function toPayment(wire: z.output<typeof paymentWire>): ProviderPayment {
  return {
    id: wire.id,
    sessionId: wire.sessionId,
    state: wire.status,
    amount: toMoney(wire),
    capturedMinor: wire.captured,
    refundedMinor: wire.refunded,
    reference: wire.reference,
    metadata: wire.metadata,
    isTest: !wire.livemode,
    account: wire.account,
    customerEmail: wire.customerEmail ?? null,
    holdExpiresAt: wire.holdExpiresAt,
    createdAt: wire.createdAt,
  }
}

/** Returns the refund in our words. Throws like `toPayment`. */
export function toRefund(wire: z.output<typeof refundWire>): ProviderRefund {
  return {
    id: wire.id,
    paymentId: wire.paymentId,
    amount: toMoney(wire),
    state: wire.status,
    key: wire.key,
    createdAt: wire.createdAt,
  }
}

/** Returns what an event is about. */
export function toEvent(wire: z.output<typeof eventWire>): ProviderEvent {
  const { id: objectId, sessionId, paymentId } = wire.data

  return { eventId: wire.id, kind: wire.type, objectId, sessionId, paymentId }
}

function toMoney({ amount, currency }: { amount: number; currency: string }): Money {
  const known = parseCurrency(currency)
  if (!known) throw new PaymentError('content', 'The payment is in an unknown currency.', { code: 'unknown_currency' })

  return money(amount, known)
}

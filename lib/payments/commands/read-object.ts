import 'server-only'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import type { PaymentRow, ProviderReading } from '#lib/payments/repository/payments.ts'

/** The payment as its provider sees it now, `null` when it is not known there. Rejects with `PaymentError`. */
export async function readObject(payment: PaymentRow): Promise<ProviderPayment | null> {
  const provider = paymentProvider(payment.provider)
  if (payment.objectId) return provider.readPayment({ paymentId: payment.objectId })
  if (payment.sessionId) return provider.readPayment({ sessionId: payment.sessionId })

  return null
}

/** What a provider answered about a payment, and the database's time before it was asked. */
export type Reading = { object: ProviderPayment | null; readAt: Date }

/** A reading as the books of events want it. */
export function reading(payment: PaymentRow, { object, readAt }: Reading): ProviderReading {
  return { provider: payment.provider, objectIds: objectIds(payment, object), readAt }
}

/** The ids under which a provider's events may speak of a payment. */
export function objectIds(payment: PaymentRow, object: ProviderPayment | null): string[] {
  return [payment.objectId, payment.sessionId, object?.id, object?.sessionId].filter((id) => typeof id === 'string')
}

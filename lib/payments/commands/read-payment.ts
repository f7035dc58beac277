import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { PaymentError, type ProviderEvent, type ProviderPayment } from '#lib/payments/providers/index.ts'
import {
  addProviderEvent,
  findPaymentByObject,
  type PaymentRow,
  type ProviderReading,
} from '#lib/payments/repository/payments.ts'

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

/**
 * Takes in a provider's event: kept once, and the payment it is about is read soon. What it says is never believed.
 *
 * Throws `bad_input` for a bad signature or an old stamp; then nothing was stored. An event about nothing of ours is
 * kept as such and answered like the rest.
 */
export async function recordPaymentEvent(
  provider: string,
  rawBody: string | Uint8Array,
  headers: Record<string, string | undefined>,
): Promise<void> {
  const event = parse(provider, rawBody, headers)
  await transaction(async (tx) => {
    const payment = await findPaymentByObject(provider, event, tx)
    const isNew = await addProviderEvent(
      {
        id: newId('evt'),
        provider,
        eventId: event.eventId,
        kind: event.kind,
        // Under the id that we know it by: that is how the event is found again when the object has been read.
        objectId: payment?.objectId ?? payment?.sessionId ?? event.paymentId ?? event.objectId,
        isMatched: payment !== null,
      },
      tx,
    )
    if (isNew && payment) await wakeRow('Payment', payment.id, tx)
  })
  await failpoint('event_noted')
  wakeWorker()
}

function parse(name: string, rawBody: string | Uint8Array, headers: Record<string, string | undefined>): ProviderEvent {
  const lower = new Map(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]))
  try {
    return paymentProvider(name).parseWebhook(
      rawBody,
      { get: (key) => lower.get(key.toLowerCase()) ?? null },
      new Date(),
    )
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause
    throw new AppError('bad_input', `The event was refused: ${cause.kind}.`, undefined, { cause })
  }
}

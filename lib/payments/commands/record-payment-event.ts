import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { PaymentError, type ProviderEvent } from '#lib/payments/providers/index.ts'
import { addProviderEvent, findPaymentByObject } from '#lib/payments/repository/payments.ts'

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

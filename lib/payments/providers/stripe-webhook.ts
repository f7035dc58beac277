import Stripe from 'stripe'
import { z } from 'zod'
import { PaymentError } from '#lib/payments/providers/errors.ts'
import type { ProviderEvent, ProviderEventKind } from '#lib/payments/providers/provider.ts'

const TOLERANCE_SECONDS = 300

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const eventWire = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), payment_intent: idOf.nullish() }) }),
})

const KINDS: Record<string, ProviderEventKind> = {
  'checkout.session.completed': 'payment.authorised',
  'checkout.session.async_payment_succeeded': 'payment.captured',
  'checkout.session.async_payment_failed': 'payment.failed',
  'checkout.session.expired': 'session.expired',
  'payment_intent.amount_capturable_updated': 'payment.authorised',
  'payment_intent.succeeded': 'payment.captured',
  'payment_intent.payment_failed': 'payment.failed',
  'payment_intent.canceled': 'payment.voided',
  'charge.dispute.created': 'payment.disputed',
  'charge.refunded': 'refund.succeeded',
}

/**
 * Returns what a signed event of Stripe is about.
 *
 * One of `secrets` must have signed exactly these bytes, 300 s away from `now` at most, both ways. Throws `PaymentError`:
 * `bad_signature` before anything of the body is read, `content` for a signed body that is no event.
 */
export function readStripeEvent(rawBody: string | Uint8Array, header: string | null, check: Check): ProviderEvent {
  if (!check.secrets.some((secret) => isSigned(rawBody, { header, secret, now: check.now }))) {
    throw new PaymentError('bad_signature', 'The webhook is not signed by Stripe.')
  }
  const { id: eventId, type, data } = parse(rawBody)
  const { id: objectId, object, payment_intent: intent } = data.object

  return {
    eventId,
    kind: KINDS[type] ?? 'other',
    objectId,
    sessionId: object === 'checkout.session' ? objectId : null,
    paymentId: object === 'payment_intent' ? objectId : (intent ?? null),
  }
}

type Check = { secrets: string[]; now: Date }
type Signed = { header: string | null; secret: string; now: Date }

function isSigned(rawBody: string | Uint8Array, { header, secret, now }: Signed): boolean {
  try {
    const { signature } = Stripe.webhooks
    if (!signature?.verifyHeader(rawBody, header ?? '', secret, TOLERANCE_SECONDS, undefined, now.getTime())) {
      return false
    }
  } catch {
    return false
  }

  return isInTime(header ?? '', now)
}

/** The SDK refuses old stamps only; one from the future could be replayed later. */
function isInTime(header: string, now: Date): boolean {
  const stamps = header.split(',').filter((field) => field.trim().startsWith('t='))
  const ages = stamps.map((field) => Math.floor(now.getTime() / 1_000) - Number(field.trim().slice(2)))

  // NaN fails this comparison too, which an inverted one would let pass.
  return ages.length > 0 && ages.every((age) => Math.abs(age) <= TOLERANCE_SECONDS)
}

function parse(rawBody: string | Uint8Array): z.output<typeof eventWire> {
  try {
    return eventWire.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')))
  } catch (cause) {
    throw new PaymentError('content', 'The signed webhook cannot be read.', { cause })
  }
}

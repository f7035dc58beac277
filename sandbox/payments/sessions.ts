import {
  assertAmount,
  invalid,
  readCount,
  readInstant,
  readMetadata,
  readOptionalText,
  readOptionalUrl,
  readText,
  readUrl,
  toFields,
} from './input.ts'
import { type PaymentRow, type SessionRow, showSession } from './rows.ts'
import {
  eventData,
  newEvent,
  newId,
  type Plan,
  paymentEvent,
  requirePayment,
  requireSession,
  type World,
} from './world.ts'

export function planSession(world: World, body: unknown): Plan {
  const fields = toFields(body)
  const amount = readCount(fields, 'amount', 1)
  const currency = readText(fields, 'currency', 3)
  assertAmount(amount, currency)
  const captureMethod = fields.captureMethod ?? 'automatic'
  if (captureMethod !== 'manual' && captureMethod !== 'automatic')
    throw invalid('captureMethod is manual or automatic.')
  const expiresAt = readInstant(fields, 'expiresAt')
  const now = world.now()
  if (expiresAt <= now) throw invalid('expiresAt is in the future.')

  const session: SessionRow = {
    id: newId('ses'),
    paymentId: newId('pay'),
    status: 'open',
    captureMethod,
    description: readOptionalText(fields, 'description') ?? '',
    successUrl: readUrl(fields, 'successUrl'),
    cancelUrl: readUrl(fields, 'cancelUrl'),
    webhookUrl: readOptionalUrl(fields, 'webhookUrl'),
    locale: readOptionalText(fields, 'locale') ?? 'en',
    customerEmail: readOptionalText(fields, 'customerEmail'),
    expiresAt: expiresAt.toISOString(),
    createdAt: now.toISOString(),
  }
  const payment: PaymentRow = {
    id: session.paymentId,
    seq: world.store.list('payment').length + 1,
    sessionId: session.id,
    status: 'open',
    isDisputed: false,
    amount,
    currency,
    captured: 0,
    refunded: 0,
    reference: readText(fields, 'reference', 100),
    metadata: readMetadata(fields),
    livemode: false,
    account: world.settings.account,
    customerEmail: session.customerEmail,
    holdExpiresAt: null,
    createdAt: session.createdAt,
  }

  return {
    changes: [
      { table: 'session', row: session },
      { table: 'payment', row: payment },
    ],
    events: [],
    status: 201,
    body: showSession(world, session, payment),
  }
}

/** Leaves a session that was paid or has ended as it is, so that a late request to end it is answered with the truth. */
export function planExpiry(world: World, sessionId: string): Plan {
  const session = requireSession(world, sessionId)
  const payment = requirePayment(world, session.paymentId)
  if (session.status !== 'open') {
    return { changes: [], events: [], status: 200, body: showSession(world, session, payment) }
  }

  const endedSession: SessionRow = { ...session, status: 'expired' }
  const endedPayment: PaymentRow = { ...payment, status: 'expired' }

  return {
    changes: [
      { table: 'session', row: endedSession },
      { table: 'payment', row: endedPayment },
    ],
    events: [newEvent(world, 'session.expired', eventData('session', session.id, payment))],
    status: 200,
    body: showSession(world, endedSession, endedPayment),
  }
}

/** The buyer's money is there: held, or taken at once. Repeating it changes nothing. */
export function planPaying(world: World, session: SessionRow): Plan {
  const payment = requirePayment(world, session.paymentId)
  if (session.status === 'complete') return settled(payment)

  const now = world.now()
  const isHeld = session.captureMethod === 'manual'
  const paid: PaymentRow = {
    ...payment,
    status: isHeld ? 'authorised' : 'captured',
    captured: isHeld ? 0 : payment.amount,
    holdExpiresAt: isHeld ? new Date(now.getTime() + world.settings.authorizationMs).toISOString() : null,
  }
  const capture = {
    id: newId('cap'),
    paymentId: payment.id,
    amount: payment.amount,
    key: null,
    createdAt: now.toISOString(),
  }

  return {
    changes: [
      { table: 'session', row: { ...session, status: 'complete' } },
      { table: 'payment', row: paid },
      ...(isHeld ? [] : [{ table: 'capture' as const, row: capture }]),
    ],
    events: [paymentEvent(world, isHeld ? 'payment.authorised' : 'payment.captured', paid)],
    status: 200,
    body: paid,
  }
}

/** The codes that a card can be declined with here, the usual one first. */
export const DECLINE_CODES = [
  'generic_decline',
  'insufficient_funds',
  'incorrect_cvc',
  'expired_card',
  'authentication_required',
]

/** The bank said no. The session is used up: another try needs another session. */
export function planDecline(world: World, session: SessionRow, code: string | null): Plan {
  const declineCode = code ?? 'generic_decline'
  if (!DECLINE_CODES.includes(declineCode)) throw invalid(`code is one of ${DECLINE_CODES.join(', ')}.`)
  const payment = requirePayment(world, session.paymentId)
  if (session.status !== 'open') return settled(payment)

  const failed: PaymentRow = { ...payment, status: 'failed', declineCode }

  return {
    changes: [
      { table: 'session', row: { ...session, status: 'complete' } },
      { table: 'payment', row: failed },
    ],
    events: [paymentEvent(world, 'payment.failed', failed)],
    status: 200,
    body: failed,
  }
}

function settled(payment: PaymentRow): Plan {
  return { changes: [], events: [], status: 200, body: payment }
}

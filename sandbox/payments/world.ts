import { randomBytes } from 'node:crypto'
import type { Change, EventData, EventRow, EventType, PaymentRow, SessionRow } from './rows.ts'
import type { Store } from './store.ts'

type Settings = {
  key: string
  webhookSecret: string
  webhookUrl: string | null
  account: string
  /** How long a hold lasts. */
  authorizationMs: number
}

export type World = { store: Store; settings: Settings; publicUrl: string; now: () => Date }

/** What an act will change, the events it causes and what its caller reads. Nothing has happened yet. */
export type Plan = { changes: Change[]; events: EventRow[]; status: number; body: unknown }

/** A refusal that the caller is told. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}

export function requirePayment(world: World, id: string): PaymentRow {
  const payment = world.store.get('payment', id)
  if (!payment) throw new ApiError(404, 'not_found', 'There is no such payment.')

  return payment
}

export function requireSession(world: World, id: string): SessionRow {
  const session = world.store.get('session', id)
  if (!session) throw new ApiError(404, 'not_found', 'There is no such session.')

  return session
}

export function paymentEvent(world: World, type: EventType, payment: PaymentRow): EventRow {
  return newEvent(world, type, eventData('payment', payment.id, payment))
}

export function eventData(object: EventData['object'], id: string, payment: PaymentRow): EventData {
  return { object, id, sessionId: payment.sessionId, paymentId: payment.id, reference: payment.reference }
}

export function newEvent(world: World, type: string, data: EventData): EventRow {
  const url = world.store.get('session', data.sessionId)?.webhookUrl ?? world.settings.webhookUrl

  return {
    id: newId('evt'),
    type,
    data,
    url,
    attempts: 0,
    lastStatus: null,
    outcome: url === null ? 'no_address' : 'waiting',
    createdAt: world.now().toISOString(),
  }
}

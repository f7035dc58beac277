import Stripe from 'stripe'

/** Form fields as the SDK writes them (`a[b][0]=c`), as nested objects. Every value stays text. */
export type Fields = { [name: string]: string | Fields }

export function parseForm(text: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    put(fields, path, value)
  }

  return fields
}

function put(fields: Fields, path: string[], value: string): void {
  const [head = '', ...rest] = path
  if (rest.length === 0) {
    fields[head === '' ? String(Object.keys(fields).length) : head] = value

    return
  }
  const inner = fields[head]
  const next: Fields = typeof inner === 'object' ? inner : {}
  fields[head] = next
  put(next, rest, value)
}

export function textAt(fields: Fields, ...path: string[]): string | undefined {
  const end = path.reduce<Fields | string | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    fields,
  )

  return typeof end === 'string' ? end : undefined
}

export function fieldsAt(fields: Fields, ...path: string[]): Record<string, string> {
  const end = path.reduce<Fields | string | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    fields,
  )
  const entries = typeof end === 'object' ? Object.entries(end) : []

  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export type StripeEvent = { id: string; type: string; object: Record<string, unknown> }
export type Hook = { payload: string; header: string }
export type HookOptions = { secret?: string; timestamp?: number }

export type Hooks = {
  /** A body and the header that Stripe would send with it. */
  sign: (event: StripeEvent, options?: HookOptions) => Hook
  /** Delivers over HTTP and tells the status of the answer. */
  send: (hook: Hook) => Promise<number>
}

export function hooksOf({ webhookSecret, webhookUrl = '' }: { webhookSecret: string; webhookUrl?: string }): Hooks {
  return {
    sign: ({ id, type, object }, { secret = webhookSecret, timestamp } = {}) => {
      const payload = JSON.stringify({ id, object: 'event', type, livemode: false, data: { object } }, null, 2)
      const stamp = timestamp === undefined ? {} : { timestamp }

      return { payload, header: Stripe.webhooks.generateTestHeaderString({ payload, secret, ...stamp }) }
    },

    send: async ({ payload, header }) => {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
      })
      await response.arrayBuffer()

      return response.status
    },
  }
}

/** What the stand-in remembers, in the words of Stripe's objects. Times are seconds. */
export type SessionRow = {
  id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  expires_at: number
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  holdsCard: boolean
  url: string | null
  /** Set where the form stands in a page of the shop. */
  client_secret: string | null
  success_url: string | null
  return_url: string | null
  intentId: string | null
  created: number
}

export type IntentRow = {
  id: string
  status: 'requires_payment_method' | 'processing' | 'requires_capture' | 'succeeded' | 'canceled'
  amount: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
  livemode: boolean
  charge: ChargeRow | null
  last_payment_error: { code: string; decline_code?: string } | null
  created: number
}

export type ChargeRow = {
  id: string
  amount: number
  amount_captured: number
  amount_refunded: number
  disputed: boolean
  capture_before: number | null
  created: number
}

/** A charge stays `disputed` for good; how that ended stands here. */
export type DisputeRow = {
  id: string
  status: 'needs_response' | 'won' | 'lost'
  amount: number
  payment_intent: string
}

export type RefundRow = {
  id: string
  amount: number
  currency: string
  status: string
  metadata: Record<string, string>
  payment_intent: string
  created: number
}

export type World = {
  sessions: Map<string, SessionRow>
  intents: Map<string, IntentRow>
  refunds: Map<string, RefundRow>
  disputes: Map<string, DisputeRow>
  /** Added to the clock of this machine, in seconds. */
  ahead: number
  next: number
}

export function newWorld(): World {
  return { sessions: new Map(), intents: new Map(), refunds: new Map(), disputes: new Map(), ahead: 0, next: 1 }
}

export function nowOf(world: World): number {
  return Math.floor(Date.now() / 1_000) + world.ahead
}

export function newId(world: World, prefix: string): string {
  return `${prefix}_${String(world.next++).padStart(8, '0')}`
}

/** What Stripe refuses a call with. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { type: string; code?: string; message: string }

  constructor(status: number, code: string, type = 'invalid_request_error') {
    super(code)
    this.status = status
    this.body = { type, code, message: `Refused: ${code}.` }
  }
}

export function refundsOf(world: World, intentId: string): RefundRow[] {
  return [...world.refunds.values()].filter((refund) => refund.payment_intent === intentId)
}

/** Written down like a refund, as Stripe does it: the part of a hold that nobody takes. */
export function release(world: World, intent: IntentRow, amount: number): void {
  if (amount <= 0 || !intent.charge) return
  intent.charge.amount_refunded += amount
  addRefund(world, intent, { amount, metadata: {} })
}

export function addRefund(
  world: World,
  intent: IntentRow,
  { amount, metadata }: { amount: number; metadata: Record<string, string> },
): RefundRow {
  const refund: RefundRow = {
    id: newId(world, 're'),
    amount,
    currency: intent.currency,
    status: 'succeeded',
    metadata,
    payment_intent: intent.id,
    created: nowOf(world),
  }
  world.refunds.set(refund.id, refund)

  return refund
}

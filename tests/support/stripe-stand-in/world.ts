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
  url: string
  success_url: string
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
  /** Added to the clock of this machine, in seconds. */
  ahead: number
  next: number
}

export function newWorld(): World {
  return { sessions: new Map(), intents: new Map(), refunds: new Map(), ahead: 0, next: 1 }
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

import { addRefund, type IntentRow, newId, nowOf, type SessionRow, type World } from './world.ts'

const HOLD_SECONDS = 7 * 86_400

/** What happens outside the API: the buyer at the hosted page, the bank, and people at Stripe's own pages. */
export type Buyer = {
  /** `card` is held where the session asks for it, `instant` is taken at once, `slow` answers later. */
  pay: (sessionId: string, method?: 'card' | 'instant' | 'slow') => IntentRow
  /** Paid although the page has closed: the last second of a session, or a second tab. */
  payLate: (sessionId: string) => IntentRow
  /** A declined card: the page stays open. */
  decline: (sessionId: string) => void
  /** The late answer of a slow method. */
  answer: (sessionId: string, outcome: 'paid' | 'refused') => void
  dispute: (intentId: string) => void
  refundAtStripe: (intentId: string, amount: number) => void
  alter: (intentId: string, changes: Partial<Pick<IntentRow, 'amount' | 'currency' | 'livemode' | 'metadata'>>) => void
}

export function buyerOf(world: World): Buyer {
  const pay: Buyer['pay'] = (sessionId, method = 'card') => {
    const session = sessionOf(world, sessionId)
    if (session.status !== 'open') throw new Error(`The page of ${sessionId} is ${session.status}.`)
    const intent = intentFor(world, session)
    session.status = 'complete'
    const isHeld = method === 'card' && session.holdsCards
    if (method === 'slow') intent.status = 'processing'
    else settle(world, { session, intent, isHeld })

    return intent
  }

  return {
    pay,
    payLate: (sessionId) => {
      sessionOf(world, sessionId).status = 'open'

      return pay(sessionId)
    },

    decline: (sessionId) => {
      intentFor(world, sessionOf(world, sessionId)).status = 'requires_payment_method'
    },

    answer: (sessionId, outcome) => {
      const session = sessionOf(world, sessionId)
      const intent = intentFor(world, session)
      if (outcome === 'paid') settle(world, { session, intent, isHeld: false })
      else intent.status = 'requires_payment_method'
    },

    dispute: (intentId) => {
      const { charge } = intentOf(world, intentId)
      if (charge) charge.disputed = true
    },

    refundAtStripe: (intentId, amount) => {
      const intent = intentOf(world, intentId)
      if (intent.charge) intent.charge.amount_refunded += amount
      addRefund(world, intent, { amount, metadata: {} })
    },

    alter: (intentId, changes) => void Object.assign(intentOf(world, intentId), changes),
  }
}

type Settled = { session: SessionRow; intent: IntentRow; isHeld: boolean }

function settle(world: World, { session, intent, isHeld }: Settled): void {
  const created = nowOf(world)
  intent.status = isHeld ? 'requires_capture' : 'succeeded'
  intent.amount_received = isHeld ? 0 : intent.amount
  session.payment_status = isHeld ? 'unpaid' : 'paid'
  intent.charge = {
    id: newId(world, 'ch'),
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: 0,
    disputed: false,
    capture_before: isHeld ? created + HOLD_SECONDS : null,
    created,
  }
}

function intentFor(world: World, session: SessionRow): IntentRow {
  if (session.intentId) return intentOf(world, session.intentId)
  const intent: IntentRow = {
    id: newId(world, 'pi'),
    status: 'requires_payment_method',
    amount: session.amount_total,
    amount_received: 0,
    currency: session.currency,
    metadata: session.intentMetadata,
    livemode: false,
    charge: null,
    created: nowOf(world),
  }
  world.intents.set(intent.id, intent)
  session.intentId = intent.id

  return intent
}

function sessionOf(world: World, id: string): SessionRow {
  const row = world.sessions.get(id)
  if (!row) throw new Error(`There is no session ${id}.`)

  return row
}

function intentOf(world: World, id: string): IntentRow {
  const row = world.intents.get(id)
  if (!row) throw new Error(`There is no payment intent ${id}.`)

  return row
}

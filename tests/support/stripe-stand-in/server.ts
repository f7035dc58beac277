import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ROUTES } from './api.ts'
import {
  addRefund,
  type Fields,
  fieldsAt,
  type Hooks,
  hooksOf,
  type IntentRow,
  newId,
  newWorld,
  nowOf,
  parseForm,
  Refusal,
  type SessionRow,
  type World,
} from './world.ts'

type Kept = { mark: string; answer: { status: number; body: unknown } | null }

/** A failure of the next calls: `lost` acts and answers 500, `silent` acts and never answers, a number refuses. */
export type Fault = { path: RegExp; kind: 'lost' | 'silent' | 'down' | number; times: number; method?: string }

export type StripeStandIn = {
  url: string
  world: World
  buyer: Buyer
  hooks: Hooks
  /** Every call: method, path and the key it came with. */
  calls: { method: string; path: string; key: string | null }[]
  fail: (fault: Fault) => void
  /** What happens after a day. */
  forgetKeys: () => void
  close: () => Promise<void>
}

/** Starts a small server that speaks the parts of Stripe's API that the shop uses. */
export async function startStripeStandIn(options: { secretKey: string; webhookSecret: string; webhookUrl?: string }) {
  const world = newWorld()
  const kept = new Map<string, Kept>()
  const faults: Fault[] = []
  const calls: StripeStandIn['calls'] = []
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in')
    const key = headerOf(request, 'idempotency-key')
    calls.push({ method: request.method ?? '', path: pathname, key })
    const body = await readBody(request)
    if (headerOf(request, 'authorization') !== `Bearer ${options.secretKey}`) {
      return send(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } })
    }
    const fault = takeFault(faults, { pathname, method: request.method ?? '' })
    if (fault === 'down') return send(response, 503, { error: { type: 'api_error', message: 'Down.' } })
    if (typeof fault === 'number') {
      return send(response, fault, {
        error: { type: 'invalid_request_error', code: `asked_for_${fault}`, message: '' },
      })
    }
    const call = { method: request.method ?? '', pathname, fields: parseForm(body || search.slice(1)), origin: url }
    const { status, body: answer } = await answerOnce(kept, {
      key,
      mark: pathname + body,
      perform: () => perform(world, call),
    })
    if (fault === 'silent') return
    if (fault === 'lost') return send(response, 500, { error: { type: 'api_error', message: 'Lost.' } })
    send(response, status, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hooks = hooksOf(options)

  return {
    url,
    world,
    buyer: buyerOf(world),
    hooks,
    calls,
    fail: (fault) => void faults.push(fault),
    forgetKeys: () => kept.clear(),
    close: () => {
      server.closeAllConnections()

      return new Promise((resolve) => server.close(() => resolve()))
    },
  } satisfies StripeStandIn
}

type Call = { method: string; pathname: string; fields: Fields; origin: string }

function perform(world: World, { method, pathname, fields, origin }: Call): { status: number; body: unknown } {
  for (const [verb, path, handle] of ROUTES) {
    const match = new RegExp(`^${path.replace('{id}', '([^/]+)')}$`).exec(pathname)
    if (verb !== method || !match) continue
    try {
      const id = decodeURIComponent(match[1] ?? '')

      return {
        status: 200,
        body: handle({ world, id, fields, expand: Object.values(fieldsAt(fields, 'expand')), origin }),
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error

      return { status: error.status, body: { error: error.body } }
    }
  }

  return { status: 404, body: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL.' } } }
}

type Action = { key: string | null; mark: string; perform: () => { status: number; body: unknown } }

/** The first answer to a key is its answer for good; another request under it is refused, a second one at once too. */
async function answerOnce(kept: Map<string, Kept>, { key, mark, perform }: Action) {
  if (key === null) return perform()
  const before = kept.get(key)
  if (before && before.mark !== mark) return refused(400, 'idempotency_error')
  if (before) return before.answer ?? refused(409, 'idempotency_error')
  const entry: Kept = { mark, answer: null }
  kept.set(key, entry)
  await new Promise((resolve) => setTimeout(resolve, 5))
  entry.answer = perform()

  return entry.answer
}

function refused(status: number, type: string) {
  return { status, body: { error: { type, message: 'This key is in use.' } } }
}

function takeFault(faults: Fault[], call: { pathname: string; method: string }): Fault['kind'] | null {
  const fault = faults.find(
    ({ path, times, method = call.method }) => times > 0 && method === call.method && path.test(call.pathname),
  )
  if (!fault) return null
  fault.times -= 1

  return fault.kind
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]

  return typeof value === 'string' ? value : null
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)

  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' })
  response.end(JSON.stringify(body))
}

const AUTHORIZATION_SECONDS = 7 * 86_400

/** What happens outside the API: the buyer at the hosted page, the bank, and people at Stripe's own pages. */
type Buyer = {
  /** `card` is held where the session asks for it, `instant` is taken at once, `slow` answers later. */
  pay: (sessionId: string, method?: 'card' | 'instant' | 'slow') => IntentRow
  /** Paid although the page has closed: the last second of a session, or a second tab. */
  payLate: (sessionId: string) => IntentRow
  /** A declined card: the page stays open. */
  decline: (sessionId: string, error?: IntentRow['last_payment_error']) => void
  /** The late answer of a slow method. */
  answer: (sessionId: string, outcome: 'paid' | 'refused') => void
  /** All of a payment, unless a sum is named. */
  dispute: (intentId: string, amount?: number) => void
  /** What the bank says in the end. The charge stays one that was disputed. */
  endDispute: (intentId: string, status: 'won' | 'lost') => void
  refundAtStripe: (intentId: string, amount: number) => void
  alter: (intentId: string, changes: Partial<Pick<IntentRow, 'amount' | 'currency' | 'livemode' | 'metadata'>>) => void
}

function buyerOf(world: World): Buyer {
  const pay: Buyer['pay'] = (sessionId, method = 'card') => {
    const session = sessionOf(world, sessionId)
    if (session.status !== 'open') throw new Error(`The page of ${sessionId} is ${session.status}.`)
    const intent = intentFor(world, session)
    session.status = 'complete'
    const isHeld = method === 'card' && session.holdsCard
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

    decline: (sessionId, error = { code: 'card_declined', decline_code: 'generic_decline' }) => {
      const intent = intentFor(world, sessionOf(world, sessionId))
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
    },

    answer: (sessionId, outcome) => {
      const session = sessionOf(world, sessionId)
      const intent = intentFor(world, session)
      if (outcome === 'paid') settle(world, { session, intent, isHeld: false })
      else intent.status = 'requires_payment_method'
    },

    dispute: (intentId, amount) => {
      const { charge, amount: all } = intentOf(world, intentId)
      if (charge) charge.disputed = true
      const id = newId(world, 'dp')
      world.disputes.set(id, { id, status: 'needs_response', amount: amount ?? all, payment_intent: intentId })
    },

    endDispute: (intentId, status) => {
      for (const row of world.disputes.values())
        if (row.payment_intent === intentId && row.status === 'needs_response') row.status = status
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
  intent.last_payment_error = null
  intent.amount_received = isHeld ? 0 : intent.amount
  session.payment_status = isHeld ? 'unpaid' : 'paid'
  intent.charge = {
    id: newId(world, 'ch'),
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: 0,
    disputed: false,
    capture_before: isHeld ? created + AUTHORIZATION_SECONDS : null,
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
    last_payment_error: null,
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

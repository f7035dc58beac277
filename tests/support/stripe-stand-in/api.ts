import {
  addRefund,
  type Fields,
  fieldsAt,
  type IntentRow,
  newId,
  nowOf,
  type RefundRow,
  Refusal,
  refundsOf,
  release,
  type SessionRow,
  textAt,
  type World,
} from './world.ts'

type Call = { world: World; id: string; fields: Fields; expand: string[]; origin: string }
type Answer = Record<string, unknown>

/** The parts of the API that the shop uses. `{id}` is one path segment. */
export const ROUTES: [method: string, path: string, handle: (call: Call) => Answer][] = [
  ['POST', '/v1/checkout/sessions', createSession],
  ['GET', '/v1/checkout/sessions/{id}', readSession],
  ['POST', '/v1/checkout/sessions/{id}/expire', expireSession],
  ['GET', '/v1/payment_intents', listIntents],
  ['GET', '/v1/payment_intents/{id}', (call) => showIntent(intentOf(call), call.expand)],
  ['POST', '/v1/payment_intents/{id}/capture', capture],
  ['POST', '/v1/payment_intents/{id}/cancel', cancel],
  ['GET', '/v1/refunds', listRefunds],
  ['GET', '/v1/disputes', listDisputes],
  ['POST', '/v1/refunds', createRefund],
]

function createSession({ world, fields, origin, expand }: Call): Answer {
  const expires = Number(textAt(fields, 'expires_at'))
  const ahead = expires - nowOf(world)
  if (ahead < 30 * 60 || ahead > 24 * 3_600) throw new Refusal(400, 'expires_at_invalid')
  const price = (name: string) => textAt(fields, 'line_items', '0', 'price_data', name) ?? ''
  const id = newId(world, 'cs_test')
  const back = backOf(fields)
  const row = {
    id,
    status: 'open' as const,
    payment_status: 'unpaid' as const,
    amount_total: Number(price('unit_amount')),
    currency: price('currency'),
    expires_at: expires,
    metadata: fieldsAt(fields, 'metadata'),
    intentMetadata: fieldsAt(fields, 'payment_intent_data', 'metadata'),
    holdsCard: textAt(fields, 'payment_method_options', 'card', 'capture_method') === 'manual',
    url: back.return_url === null ? `${origin}/pay/${id}` : null,
    client_secret: back.return_url === null ? null : `${id}_secret_1`,
    ...back,
    intentId: null,
    created: nowOf(world),
  }
  world.sessions.set(id, row)

  return showSession(world, row, expand)
}

/** A form in a page has one way back, a page of Stripe two; each refuses those of the other. */
function backOf(fields: Fields): Pick<SessionRow, 'success_url' | 'return_url'> {
  const isForm = textAt(fields, 'ui_mode') === 'embedded_page'
  const [success = null, cancel = null, back = null] = ['success_url', 'cancel_url', 'return_url'].map((name) =>
    textAt(fields, name),
  )
  if (isForm ? back === null || success !== null || cancel !== null : success === null || back !== null) {
    throw new Refusal(400, 'parameter_invalid')
  }

  return { success_url: success, return_url: back }
}

function readSession(call: Call): Answer {
  return showSession(call.world, sessionOf(call), call.expand)
}

function expireSession(call: Call): Answer {
  const session = sessionOf(call)
  if (session.status !== 'open') throw new Refusal(400, 'session_not_open')
  session.status = 'expired'

  return showSession(call.world, session, call.expand)
}

function capture(call: Call): Answer {
  const intent = intentOf(call)
  if (intent.status !== 'requires_capture' || !intent.charge) {
    throw new Refusal(400, 'payment_intent_unexpected_state')
  }
  const amount = Number(textAt(call.fields, 'amount_to_capture') ?? intent.amount)
  if (amount > intent.amount) throw new Refusal(400, 'amount_too_large')
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.charge.amount_captured = amount
  release(call.world, intent, intent.amount - amount)

  return showIntent(intent, call.expand)
}

function cancel(call: Call): Answer {
  const intent = intentOf(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new Refusal(400, 'payment_intent_unexpected_state')
  }
  intent.status = 'canceled'
  release(call.world, intent, intent.amount)

  return showIntent(intent, call.expand)
}

function createRefund(call: Call): Answer {
  const intent = intentOf({ ...call, id: textAt(call.fields, 'payment_intent') ?? '' })
  const { charge } = intent
  if (!charge || intent.amount_received === 0) throw new Refusal(400, 'charge_not_captured')
  const amount = Number(textAt(call.fields, 'amount'))
  if (amount > charge.amount - charge.amount_refunded) throw new Refusal(400, 'amount_too_large')
  charge.amount_refunded += amount

  return showRefund(addRefund(call.world, intent, { amount, metadata: fieldsAt(call.fields, 'metadata') }))
}

function listIntents({ world, fields, expand }: Call): Answer {
  const since = Number(textAt(fields, 'created', 'gte') ?? 0)
  const rows = [...world.intents.values()].filter((row) => row.created >= since)
  const inner = expand.map((path) => path.replace(/^data\./, ''))

  return page(rows, fields, (row) => showIntent(row, inner))
}

function listRefunds({ world, fields }: Call): Answer {
  return page(refundsOf(world, textAt(fields, 'payment_intent') ?? ''), fields, showRefund)
}

function listDisputes({ world, fields }: Call): Answer {
  const own = [...world.disputes.values()].filter((row) => row.payment_intent === textAt(fields, 'payment_intent'))

  return page(own, fields, (row) => ({ ...row, object: 'dispute' }))
}

/** Newest first, as every list of Stripe. */
function page<Row extends { id: string }>(rows: Row[], fields: Fields, show: (row: Row) => Answer): Answer {
  const newestFirst = rows.toReversed()
  const after = textAt(fields, 'starting_after')
  const start = after === undefined ? 0 : newestFirst.findIndex((row) => row.id === after) + 1
  // Shorter pages than asked for, so that a handful of rows already needs a second one.
  const limit = Math.min(Number(textAt(fields, 'limit') ?? 10), 3)
  const data = newestFirst.slice(start, start + limit)

  return { object: 'list', url: '/v1', has_more: start + limit < newestFirst.length, data: data.map(show) }
}

function sessionOf({ world, id }: Call) {
  const row = world.sessions.get(id)
  if (!row) throw new Refusal(404, 'resource_missing')

  return row
}

function intentOf({ world, id }: Call) {
  const row = world.intents.get(id)
  if (!row) throw new Refusal(404, 'resource_missing')

  return row
}

type Shown = Record<string, unknown>

function showSession(world: World, row: SessionRow, expand: string[]): Shown {
  const { intentId, intentMetadata, holdsCard, ...rest } = row
  const intent = intentId === null ? null : (world.intents.get(intentId) ?? null)
  const isExpanded = expand.some((path) => path.startsWith('payment_intent'))
  const inner = expand.map((path) => path.replace(/^payment_intent\./, ''))

  return {
    ...rest,
    object: 'checkout.session',
    livemode: false,
    url: row.status === 'open' ? row.url : null,
    payment_intent: intent && isExpanded ? showIntent(intent, inner) : (intent?.id ?? null),
  }
}

function showIntent(row: IntentRow, expand: string[]): Shown {
  const { charge, ...rest } = row

  return {
    ...rest,
    object: 'payment_intent',
    latest_charge: charge && expand.includes('latest_charge') ? showCharge(row) : (charge?.id ?? null),
  }
}

function showRefund(row: RefundRow): Shown {
  return { ...row, object: 'refund' }
}

function showCharge({ id, charge, currency }: IntentRow): Shown | null {
  if (!charge) return null
  const { capture_before, ...rest } = charge
  const card = capture_before === null ? {} : { capture_before }

  return { ...rest, object: 'charge', currency, payment_intent: id, payment_method_details: { type: 'card', card } }
}

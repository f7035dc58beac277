import { isFromPage } from '../local-only.ts'
import { type Exchange, logCall, matchPath, readJson, sendJson } from './api.ts'
import { type CourierFaults, type Engine, honest, readFault } from './engine.ts'
import { type Fields, invalid, readCount, readInstant, readOptionalText, readText, toFields } from './input.ts'
import { planDispute } from './payments.ts'
import type { CaptureRow, EventData, PaymentRow, RefundRow } from './rows.ts'
import { planDecline, planPaying } from './sessions.ts'
import { isBearer } from './signature.ts'
import type { Store } from './store.ts'
import { ApiError, newEvent, requirePayment, requireSession } from './world.ts'

type ControlInput = { id: string; body: Fields; query: URLSearchParams }
type Control = (engine: Engine, input: ControlInput) => unknown

const CONTROLS: Record<string, Control> = {
  'POST /_control/reset': (engine) => engine.reset(),
  'GET /_control/clock': showClock,
  'POST /_control/clock': (engine, { body }) => setClock(engine, body),
  'GET /_control/calls': listCalls,
  'GET /_control/faults': (engine) => ({ faults: engine.faults.list(), webhooks: engine.courier.faults() }),
  'POST /_control/faults': (engine, { body }) => engine.faults.add(readFault(body)),
  'POST /_control/faults/clear': (engine) => {
    engine.faults.clear()
    engine.courier.misbehave(honest)
  },
  'POST /_control/webhooks': (engine, { body }) => engine.courier.misbehave(readCourierFaults(body)),
  'GET /_control/events': (engine) => ({ events: engine.world.store.list('event') }),
  'POST /_control/events': (engine, { body }) => makeEvent(engine, body),
  'POST /_control/events/:id/redeliver': redeliver,
  'GET /_control/ledger': (engine, { query }) => toLedger(engine.world.store, query.get('reference')),
  'POST /_control/sessions/:id/pay': pay,
  'POST /_control/payments/:id/dispute': (engine, { id }) => engine.carryOut(planDispute(engine.world, id)).body,
  'POST /_control/payments/:id/alter': (engine, { id, body }) => alter(engine, id, body),
}

/** Answers the test bench: a program on this machine, or one that knows the key. Never a page in a browser. */
export async function answerControl(engine: Engine, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange
  assertBench(engine, exchange)
  const body = request.method === 'POST' ? toFields(await readJson(request)) : {}
  for (const [route, control] of Object.entries(CONTROLS)) {
    const [method, pattern = ''] = route.split(' ')
    const params = method === request.method ? matchPath(pattern, url.pathname) : null
    if (!params) continue
    engine.sweep()
    const result = control(engine, { id: params.id ?? '', body, query: url.searchParams })

    return sendJson(response, 200, result ?? { ok: true })
  }

  throw new ApiError(404, 'not_found', 'There is no such control.')
}

function assertBench(engine: Engine, { request }: Exchange): void {
  const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
  if (isFromPage(request) || !(isLocal || isBearer(request.headers.authorization, engine.world.settings.key))) {
    throw new ApiError(403, 'forbidden', 'The control plane is for programs on this machine.')
  }
}

function showClock(engine: Engine) {
  return { now: engine.world.now().toISOString(), offsetMs: engine.clockOffsetMs() }
}

function setClock(engine: Engine, body: Fields) {
  if (body.now !== undefined) engine.setClock(readInstant(body, 'now').getTime() - Date.now())
  else engine.setClock(engine.clockOffsetMs() + readCount(body, 'advanceMs'))

  return showClock(engine)
}

function listCalls(engine: Engine, { query }: ControlInput) {
  const endpoint = query.get('endpoint')
  const after = Number(query.get('after') ?? 0)

  return { calls: engine.calls.filter((call) => call.seq > after && (!endpoint || call.endpoint === endpoint)) }
}

function readCourierFaults(body: Fields): CourierFaults {
  const { signature = 'good', body: content = 'signed', drop = false } = body
  const count = (name: string, fallback: number) => (body[name] === undefined ? fallback : readCount(body, name))
  const offset = body.stampOffsetSeconds ?? 0
  if (signature !== 'good' && signature !== 'bad') throw invalid('signature is good or bad.')
  if (content !== 'signed' && content !== 'altered') throw invalid('body is signed or altered.')
  if (typeof drop !== 'boolean') throw invalid('drop is true or false.')
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset)) throw invalid('stampOffsetSeconds is whole seconds.')

  return {
    drop,
    signature,
    body: content,
    stampOffsetSeconds: offset,
    copies: count('copies', honest.copies),
    shuffleMs: count('shuffleMs', honest.shuffleMs),
    delayMs: count('delayMs', honest.delayMs),
  }
}

/** Sends an event that nothing caused, such as one for an order that the shop never had. */
function makeEvent(engine: Engine, body: Fields) {
  const data: EventData = {
    object: 'payment',
    id: readText(body, 'paymentId'),
    paymentId: readText(body, 'paymentId'),
    sessionId: readText(body, 'sessionId'),
    reference: readOptionalText(body, 'reference') ?? '',
  }
  const event = newEvent(engine.world, readText(body, 'type'), data)
  engine.carryOut({ changes: [], events: [event], status: 200, body: event })

  return event
}

function redeliver(engine: Engine, { id, body }: ControlInput) {
  const event = engine.world.store.get('event', id)
  if (!event) throw new ApiError(404, 'not_found', 'There is no such event.')
  const times = body.times === undefined ? 1 : readCount(body, 'times', 1)
  const waiting = { ...event, outcome: 'waiting' as const }
  engine.world.store.commit([{ table: 'event', row: waiting }])
  engine.courier.send(new Array(times).fill(waiting))
}

/** Pays without a browser. An ended session takes the money all the same: that is how late money comes about. */
function pay(engine: Engine, { id, body }: ControlInput) {
  const session = requireSession(engine.world, id)
  const outcome = body.outcome ?? 'success'
  if (outcome !== 'success' && outcome !== 'decline') throw invalid('outcome is success or decline.')
  const plan =
    outcome === 'success'
      ? planPaying(engine.world, session)
      : planDecline(engine.world, session, readOptionalText(body, 'code'))
  logCall(engine, { method: 'POST', path: `/pay/${id}`, endpoint: `pay.${outcome}`, key: null })

  return engine.carryOut(plan).body
}

/** Makes the provider's record differ from what the shop asked for. */
function alter(engine: Engine, id: string, body: Fields): PaymentRow {
  const payment = requirePayment(engine.world, id)
  const row: PaymentRow = {
    ...payment,
    amount: body.amount === undefined ? payment.amount : readCount(body, 'amount', 1),
    currency: readOptionalText(body, 'currency') ?? payment.currency,
    reference: readOptionalText(body, 'reference') ?? payment.reference,
    account: readOptionalText(body, 'account') ?? payment.account,
    livemode: typeof body.livemode === 'boolean' ? body.livemode : payment.livemode,
  }
  engine.world.store.commit([{ table: 'payment', row }])

  return row
}

type Total = { reference: string; currency: string; payments: number; captured: number; refunded: number; net: number }

type Ledger = { payments: PaymentRow[]; captures: CaptureRow[]; refunds: RefundRow[]; totals: Total[] }

/** What really moved, for one reference or for all. The sums are counted from the movements, not from the payments. */
function toLedger(store: Store, reference: string | null): Ledger {
  const payments = store.list('payment').filter((payment) => !reference || payment.reference === reference)
  const ids = new Set(payments.map((payment) => payment.id))
  const captures = store.list('capture').filter((capture) => ids.has(capture.paymentId))
  const refunds = store.list('refund').filter((refund) => ids.has(refund.paymentId))
  const totals = new Map<string, Total>()
  for (const payment of payments) {
    const name = `${payment.reference} ${payment.currency}`
    const before = totals.get(name) ?? emptyTotal(payment)
    const captured = before.captured + sumFor(payment, captures)
    const refunded = before.refunded + sumFor(payment, refunds)
    totals.set(name, { ...before, payments: before.payments + 1, captured, refunded, net: captured - refunded })
  }

  return { payments, captures, refunds, totals: [...totals.values()] }
}

function emptyTotal({ reference, currency }: PaymentRow): Total {
  return { reference, currency, payments: 0, captured: 0, refunded: 0, net: 0 }
}

function sumFor(payment: PaymentRow, movements: CaptureRow[]): number {
  return movements
    .filter((movement) => movement.paymentId === payment.id)
    .reduce((total, movement) => total + movement.amount, 0)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, type Engine, fingerprintOf } from './engine.ts'
import { invalid } from './input.ts'
import { planCapture, planRefund, planVoid } from './payments.ts'
import { showPayment, showRefund, showSession } from './rows.ts'
import { planExpiry, planSession } from './sessions.ts'
import { isBearer } from './signature.ts'
import { ApiError, type Plan, requirePayment, requireSession, type World } from './world.ts'

type WriteCall = { id: string; body: unknown; key: string | null }
type Write = { endpoint: string; path: string; plan: (world: World, action: WriteCall) => Plan }
type Read = { endpoint: string; path: string; read: (world: World, id: string, query: URLSearchParams) => unknown }

const PAGE_SIZE = 100

const WRITES: Write[] = [
  { endpoint: 'session.create', path: '/v1/sessions', plan: (world, { body }) => planSession(world, body) },
  { endpoint: 'session.expire', path: '/v1/sessions/:id/expire', plan: (world, { id }) => planExpiry(world, id) },
  { endpoint: 'payment.capture', path: '/v1/payments/:id/capture', plan: planCapture },
  { endpoint: 'payment.void', path: '/v1/payments/:id/void', plan: planVoid },
  { endpoint: 'refund.create', path: '/v1/refunds', plan: planRefund },
]

const READS: Read[] = [
  { endpoint: 'session.read', path: '/v1/sessions/:id', read: readSession },
  { endpoint: 'payment.list', path: '/v1/payments', read: (world, _id, query) => listPayments(world, query) },
  { endpoint: 'payment.read', path: '/v1/payments/:id', read: (world, id) => showPayment(requirePayment(world, id)) },
  { endpoint: 'refund.list', path: '/v1/payments/:id/refunds', read: listRefunds },
  { endpoint: 'capture.list', path: '/v1/payments/:id/captures', read: listCaptures },
]

/** Answers a call of the shop, or plays the fault that was asked for before or after its work was stored. */
export async function answerApi(engine: Engine, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange
  if (!isBearer(request.headers.authorization, engine.world.settings.key)) {
    throw new ApiError(401, 'unauthorised', 'The key is missing or wrong.')
  }
  const method = request.method ?? ''
  const route = findRoute(method, url.pathname)
  const body = method === 'POST' ? await readJson(request) : null
  const key = readKey(request.headers['idempotency-key'])
  logCall(engine, { method, path: url.pathname, endpoint: route.endpoint, key })

  if (await engine.faults.strike(route.endpoint, 'before', exchange)) return
  engine.sweep()
  const answer = route.answer({ engine, body, key, url })
  if (await engine.faults.strike(route.endpoint, 'after', exchange)) return

  sendJson(response, answer.status, answer.body)
}

type Asked = { engine: Engine; body: unknown; key: string | null; url: URL }
type Route = { endpoint: string; answer: (asked: Asked) => Answer }

function findRoute(method: string, pathname: string): Route {
  for (const { endpoint, path, plan } of method === 'POST' ? WRITES : []) {
    const params = matchPath(path, pathname)
    if (!params) continue
    const answer = ({ engine, body, key }: Asked) =>
      engine.once(key, fingerprintOf(method, pathname, body), () =>
        plan(engine.world, { id: params.id ?? '', body, key }),
      )

    return { endpoint, answer }
  }
  for (const { endpoint, path, read } of method === 'GET' ? READS : []) {
    const params = matchPath(path, pathname)
    if (!params) continue

    return {
      endpoint,
      answer: ({ engine, url }) => ({ status: 200, body: read(engine.world, params.id ?? '', url.searchParams) }),
    }
  }

  throw new ApiError(404, 'not_found', 'There is nothing here.')
}

export function logCall(engine: Engine, call: { method: string; path: string; endpoint: string; key: string | null }) {
  const last = engine.calls.at(-1)?.seq ?? 0
  engine.calls.push({ seq: last + 1, at: engine.world.now().toISOString(), ...call })
  if (engine.calls.length > 20_000) engine.calls.shift()
}

function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || header === '' || header.length > 255)
    throw invalid('The key is 1 to 255 characters.')

  return header
}

function readSession(world: World, id: string) {
  const session = requireSession(world, id)

  return showSession(world, session, requirePayment(world, session.paymentId))
}

function listPayments(world: World, query: URLSearchParams) {
  const since = new Date(query.get('since') ?? 0)
  const cursor = Number(query.get('cursor') ?? 0)
  if (Number.isNaN(since.getTime())) throw invalid('since is an instant such as 2027-01-31T12:00:00Z.')
  if (!Number.isSafeInteger(cursor) || cursor < 0) throw invalid('cursor is the nextCursor of an earlier answer.')
  const found = world.store
    .list('payment')
    .filter((payment) => payment.seq > cursor && new Date(payment.createdAt) >= since)
    .sort((a, b) => a.seq - b.seq)
  const page = found.slice(0, PAGE_SIZE)

  return {
    data: page.map(showPayment),
    nextCursor: found.length > page.length ? String(page.at(-1)?.seq) : null,
  }
}

function listRefunds(world: World, id: string) {
  const payment = requirePayment(world, id)
  const refunds = world.store.list('refund').filter((refund) => refund.paymentId === id)

  return { data: refunds.map((refund) => showRefund(refund, payment)) }
}

function listCaptures(world: World, id: string) {
  const { currency } = requirePayment(world, id)
  const captures = world.store.list('capture').filter((capture) => capture.paymentId === id)

  return { data: captures.map((capture) => ({ object: 'capture', ...capture, currency })) }
}

const MAX_BODY_BYTES = 64 * 1_024

export type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL }

/** Finds the route of a path such as `/v1/payments/:id`. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const expected = pattern.split('/')
  const actual = pathname.split('/')
  if (expected.length !== actual.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }

  return params
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new ApiError(413, 'too_large', 'The body is too large.')
    chunks.push(chunk)
  }

  return Buffer.concat(chunks).toString('utf8')
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not JSON.')
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

import { routeOf } from '#lib/core/rules/mask.ts'
import 'server-only'
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Callers, requireCaller } from '#lib/auth/caller.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { countWebhook } from '#lib/core/metrics.ts'
import { isDataRefused, isOutOfRoom } from '#lib/core/repository/client.ts'
import { takeNetworkPoint } from '#lib/core/repository/shared-counter.ts'
import { AppError, ERROR_STATUS, type ErrorDetails } from '#lib/core/rules/app-error.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Contract,
  type Method,
  type ParamsOf,
  parseInput,
  type QueryOf,
} from '#lib/core/rules/contract.ts'
import { isStorableText } from '#lib/core/rules/field-schemas.ts'
import { type LimitName, networkOf, RATE_LIMITS } from '#lib/core/rules/rate-limits.ts'
import { currentTrace } from '#lib/core/trace.ts'

/** Counts the request against a limit of its sender. Throws `rate_limited` with `retryAfterSeconds` beyond it. */
export async function assertWithinLimit(name: LimitName, request: Request): Promise<void> {
  const wait = await takeNetworkPoint(name, RATE_LIMITS[name], senderNetwork(request))
  if (wait !== null) throw new AppError('rate_limited', `Too many requests: ${name}.`, { retryAfterSeconds: wait })
}

/** The network of whoever sent a request: an IPv4 address, or the /64 of an IPv6 address. */
export function senderNetwork(request: Request): string {
  return networkOf(senderAddress(request))
}

// The nearest hop writes last; whatever stands before it, the sender may have invented.
function senderAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
}

const MAX_BODY_BYTES = 64 * 1024

/** The key of a request that must happen once, and what it asked for: the same key with another request is refused. */
type OnceKey = { key: string; fingerprint: string }

/** Refuses a request that a page of ours did not send. A missing `Origin` is refused too. */
export function assertOwnOrigin(request: Request): void {
  const isOwn = request.headers.get('origin') === new URL(env.PUBLIC_URL).origin
  const isSameSite = (request.headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  if (!isOwn || !isSameSite) throw new AppError('forbidden', 'This request did not come from us.')
}

/** The raw body as text, 64 KB at most unless told. */
export async function readText(request: Request, maxBytes = MAX_BODY_BYTES): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new AppError('too_large', 'The request is too large.')
    chunks.push(chunk)
  }

  return Buffer.concat(chunks).toString('utf8')
}

/** The JSON body. Anything that does not call itself JSON is refused: a form of another site cannot send that. */
export async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('bad_input', 'The body must be JSON.')
  const text = await readText(request, maxBytes)
  try {
    return JSON.parse(text, storableOnly)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('bad_input', 'The body is not valid JSON.', undefined, { cause })
  }
}

function storableOnly(key: string, value: unknown): unknown {
  if (!isStorableText(key) || (typeof value === 'string' && !isStorableText(value))) {
    throw new AppError('bad_input', 'The body holds text that cannot be stored.')
  }

  return value
}

/** Reads `Idempotency-Key` (16 to 64 characters) and fingerprints the parsed input. */
function readOnce(request: Request, input: unknown): OnceKey {
  const key = request.headers.get('idempotency-key') ?? ''
  if (!/^[\w-]{16,64}$/.test(key)) throw new AppError('bad_input', 'An Idempotency-Key is needed.')

  return { key, fingerprint: createHash('sha256').update(JSON.stringify(input)).digest('hex') }
}

// As long as an operator needs to make room, short enough for a buyer to wait.
const NO_ROOM_SECONDS = 60
const HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A successful answer: `{ data }`. */
export function toReply(data: unknown): Response {
  return Response.json({ data }, { headers: HEADERS })
}

/**
 * A failure in the one envelope: `{ error: { code, message, details?, requestId } }`.
 *
 * Only an `AppError` says what happened; anything else is our own fault, logged in full and told as `internal`, or as
 * `store_unavailable` where the database had no room to write: trying again later helps then. A value that the database
 * cannot hold is told as `bad_input`: nothing was written, and sending it again never helps.
 */
function toFailure(error: unknown, request: { id: string; route: string }): Response {
  const known = toKnown(error)
  const status = ERROR_STATUS[known.code]
  const item = { requestId: request.id, route: request.route, status, code: known.code }
  if (known === error) log.info('request refused', item)
  else log.error('request failed', { ...item, error })

  return Response.json(
    { error: envelope(known, request.id) },
    { status, headers: { ...HEADERS, ...retryAfter(known) } },
  )
}

function toKnown(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDataRefused(error)) return new AppError('bad_input', 'A value cannot be stored.')
  if (!isOutOfRoom(error)) return new AppError('internal', 'Something failed on our side.')

  return new AppError('store_unavailable', 'Nothing can be stored now.', { retryAfterSeconds: NO_ROOM_SECONDS })
}

function envelope(error: AppError, requestId: string) {
  const details: { details?: ErrorDetails } = error.details ? { details: error.details } : {}

  return { code: error.code, message: error.message, requestId, ...details }
}

function retryAfter(error: AppError): Record<string, string> {
  const seconds = error.details?.retryAfterSeconds

  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

/** An address without variable parts comes with params that resolve to `undefined`. */
type Context = { params: Promise<unknown> }
type Handler = (request: Request, context: Context) => Promise<Response>
type Served<C extends Contract> = {
  caller: Callers[C['spec']['caller']]
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  request: Request
} & (C['spec'] extends { once: true } ? { once: OnceKey } : unknown)

/**
 * Makes the handler of a call: own origin, caller, parsed input, parsed reply, one envelope.
 *
 * Answers `{ data }`, or `{ error: { code, message, details?, requestId } }` with the status of `code`.
 */
export function serve<C extends Contract>(
  contract: C,
  handle: (input: Served<C>) => Promise<AnswerOf<C> | Response>,
): Handler & { contract: C } {
  const { method, spec } = contract
  const handler = guarded(async (request, context) => {
    // Counted before anything else, so that refused requests count as well.
    if (spec.limit) await assertWithinLimit(spec.limit, request)
    if (method !== 'GET') assertOwnOrigin(request)
    const caller = await requireCaller(spec.caller)
    const params = parseInput(contract.params, (await context.params) ?? {})
    const query = spec.query && parseInput(spec.query, Object.fromEntries(new URL(request.url).searchParams))
    const body = method === 'GET' ? {} : parseInput(contract.body, await readJson(request, spec.maxBytes))
    const once = spec.once && readOnce(request, [params, body])
    const answer = await handle({ caller, params, query, body, request, once } as unknown as Served<C>)
    if (answer instanceof Response) return answer

    // Parsed on the way out too: a column that nobody meant to publish is dropped here.
    return toReply(spec.reply ? spec.reply.parse(answer) : {})
  })

  return Object.assign(handler, { contract })
}

type Call = Handler & { contract: Contract }
type Methods = Map<string, Call>

/**
 * Makes the exports of a route file that answers every call below its folder, each found by its path and method.
 *
 * A path nobody has is `not_found`; a method that its path does not take is answered 405 with those it does, and `OPTIONS`
 * with those alone.
 */
export function answering(calls: readonly Call[]): Record<Method | 'OPTIONS', Handler & { contracts: Contract[] }> {
  const paths = new Map<string, Methods>()
  for (const call of calls) {
    const { path, method } = call.contract
    paths.set(path, (paths.get(path) ?? new Map()).set(method, call))
  }
  // A path of plain words before one that takes anything in their place.
  const table = [...paths]
    .sort(([a], [b]) => (a.replaceAll('[', '\uffff') < b.replaceAll('[', '\uffff') ? -1 : 1))
    .map(([path, methods]) => ({ shape: shapeOf(path), methods }))

  const answer = guarded(async (request) => {
    const asked = new URL(request.url).pathname
    for (const { shape, methods } of table) {
      const parts = shape.exec(asked)
      if (!parts) continue
      const call = methods.get(request.method === 'HEAD' ? 'GET' : request.method)
      if (!call) {
        const headers = { allow: [...methods.keys()].join(', ') }

        return new Response(null, { status: request.method === 'OPTIONS' ? 204 : 405, headers })
      }

      return call(request, { params: Promise.resolve(decoded(parts.groups ?? {})) })
    }
    throw new AppError('not_found', 'There is no such call.')
  })

  const handler = Object.assign(answer, { contracts: calls.map(({ contract }) => contract) })

  return { GET: handler, POST: handler, PATCH: handler, DELETE: handler, OPTIONS: handler }
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`)
}

function decoded(parts: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]))
  } catch (cause) {
    throw new AppError('bad_input', 'The address cannot be read.', undefined, { cause })
  }
}

/** Wraps an event of a provider: no origin and no caller, the service checks the signature over the raw body. */
export function webhook(handle: (request: Request) => Promise<void>): Handler {
  return guarded(async (request) => {
    await assertWithinLimit('webhooks', request)
    const provider = new URL(request.url).pathname.split('/').at(-1) ?? ''
    try {
      await handle(request)
    } catch (error) {
      countWebhook(provider, error instanceof AppError ? 'refused' : 'failed')
      throw error
    }
    countWebhook(provider, 'taken')

    return toReply({})
  })
}

/** Gives a handler of another shape the same envelope for its failures. */
export function guarded(handle: Handler): Handler {
  return async (request, context) => {
    const id = currentTrace().requestId ?? randomUUID()
    try {
      return await handle(request, context)
    } catch (error) {
      return toFailure(error, { id, route: routeOf(new URL(request.url).pathname) })
    }
  }
}

/**
 * Answers with rows of a file for spreadsheets as they come: pulled, not pushed, so that a slow reader keeps nothing in
 * memory, and given up when the reader is gone.
 *
 * The first row is asked for before the answer begins: a refusal is an answer then, and not a broken file.
 */
export async function csvResponse(rows: AsyncIterable<string>, name: string): Promise<Response> {
  const source = rows[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<string>> | null = Promise.resolve(await source.next())
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await (next ?? source.next())
      next = null
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await source.return?.()
    },
  })

  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/**
 * Whether a request comes from who watches over the store: with `METRICS_TOKEN` as a bearer, or begun on this machine, for
 * which the front vouches with the secret that only the two of them know.
 */
export function isMonitor(headers: Headers): boolean {
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '')

  return isSame(bearer, env.METRICS_TOKEN) || isSame(headers.get('x-landfall-local'), env.INTERNAL_SECRET)
}

/** Hashes have one length, so that the comparison takes the same time whatever was sent. */
function isSame(given: string | null | undefined, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()

  return Boolean(given && secret) && timingSafeEqual(digest(given ?? ''), digest(secret ?? ''))
}

import { Agent, buildConnector, Client, type Dispatcher } from 'undici'
import { TransportError } from '#lib/provider/errors.ts'

/** Time limits in milliseconds, and the largest body in bytes. A call limit covers connecting and the whole answer. */
export type Limits = {
  connectMs: number
  readMs: number
  loginMs: number
  orderCallMs: number
  bodyBytes: number
  poolSize: number
}

/** The limits where nothing else is given. */
export const DEFAULT_LIMITS: Limits = {
  connectMs: 5_000,
  readMs: 10_000,
  loginMs: 15_000,
  orderCallMs: 75_000,
  bodyBytes: 8 * 1024 * 1024,
  poolSize: 8,
}

/** One exchange. A `fresh` connection is never shared or reused, which makes "nothing was sent" provable. */
export type HttpRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
  connection: 'fresh' | 'pooled'
  signal?: AbortSignal | undefined
  /** Asked when a fresh connection stands: `false` closes it before the first byte. */
  mayStart?: (() => boolean) | undefined
}

/** An answer of any status, with its body as text and its size in bytes. */
export type HttpAnswer = { status: number; text: string; bytes: number }

/** Sends bytes and reads bytes; knows no endpoint, no session and no meaning. */
export type Transport = { send: (request: HttpRequest) => Promise<HttpAnswer>; close: () => Promise<void> }

/**
 * Returns a transport without retries and without redirects.
 *
 * `send` throws `TransportError`: `not_sent` only when no byte of the request can have left.
 */
export function createTransport(limits: Limits): Transport {
  const pool = openPool({ connectMs: limits.connectMs, size: limits.poolSize })

  return {
    send: (request) => (request.connection === 'fresh' ? sendFresh(request) : sendPooled(request)),
    close: () => pool.agent.destroy(),
  }

  async function sendPooled(request: HttpRequest): Promise<HttpAnswer> {
    return exchange(pool.agent, request, { isProvenUnsent: pool.isConnectFailure, bodyBytes: limits.bodyBytes })
  }

  async function sendFresh(request: HttpRequest): Promise<HttpAnswer> {
    const mayStart = () => request.signal?.aborted !== true && (request.mayStart?.() ?? true)
    const connection = openFresh(request.url.origin, { connectMs: limits.connectMs, mayStart })
    try {
      return await exchange(connection.client, request, {
        isProvenUnsent: () => !connection.isHandedOver(),
        bodyBytes: limits.bodyBytes,
      })
    } finally {
      connection.close()
    }
  }
}

type Rules = { isProvenUnsent: (error: unknown) => boolean; bodyBytes: number }

async function exchange(dispatcher: Dispatcher, request: HttpRequest, rules: Rules): Promise<HttpAnswer> {
  const deadline = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
  const read = { bytes: 0 }
  try {
    const answer = await orAborted(signal, () => dispatcher.request(toOptions(request, signal)))
    const text = await readBody(answer.body, read, rules.bodyBytes)

    return { status: answer.statusCode, text, bytes: read.bytes }
  } catch (error) {
    throw new TransportError(toKind(error), read.bytes, error)
  }

  function toKind(error: unknown): TransportError['kind'] {
    if (rules.isProvenUnsent(error)) return 'not_sent'
    if (error instanceof BodyTooLarge) return 'bad_response'
    if (deadline.aborted) return 'timeout'

    return request.signal?.aborted ? 'aborted' : 'network'
  }
}

function toOptions(request: HttpRequest, signal: AbortSignal): Dispatcher.RequestOptions {
  return {
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    method: request.method,
    headers: request.headers,
    body: request.body,
    reset: request.connection === 'fresh',
    signal,
  }
}

/** Rejects at the moment of the signal; undici by itself looks at it only once the connection stands. */
async function orAborted<Result>(signal: AbortSignal, start: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([start(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

class BodyTooLarge extends Error {}

async function readBody(body: AsyncIterable<Buffer>, read: { bytes: number }, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  // Leaving the loop by throwing destroys the body and with it the connection.
  for await (const chunk of body) {
    read.bytes += chunk.byteLength
    if (read.bytes > limit) throw new BodyTooLarge('The body exceeds the limit.')
    chunks.push(chunk)
  }

  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** A pool for reads that remembers which errors happened before a connection existed. */
type Pool = { agent: Agent; isConnectFailure: (error: unknown) => boolean }

/** A connection for one request. Until `isHandedOver()` is true, no byte of the request can have left. */
type FreshConnection = { client: Client; isHandedOver: () => boolean; close: () => void }

const BASE = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const

/** Returns a pool of kept connections, `size` for each origin at most. */
function openPool({ connectMs, size }: { connectMs: number; size: number }): Pool {
  const connect = buildConnector({ timeout: connectMs, allowH2: false })
  const failures = new WeakSet<object>()
  const agent = new Agent({
    ...BASE,
    connections: size,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error === null) return callback(null, socket)
        failures.add(error)
        callback(error, null)
      }),
  })

  return { agent, isConnectFailure: (error) => typeof error === 'object' && error !== null && failures.has(error) }
}

/**
 * Returns a connection that serves one request.
 *
 * `mayStart` is asked when the connection stands and nothing is written yet; on `false` the socket is closed unused.
 * TLS is complete by then, so a failed name, refused port, time limit or certificate leaves `isHandedOver()` false.
 */
export function openFresh(origin: string, options: { connectMs: number; mayStart: () => boolean }): FreshConnection {
  const connect = buildConnector({ timeout: options.connectMs, allowH2: false, maxCachedSessions: 0 })
  let attempts = 0
  let handedOver = false
  let isClosed = false
  const client = new Client(origin, {
    ...BASE,
    connect: (target, callback) => {
      attempts += 1
      // A second connection could only serve to send the request again.
      if (attempts > 1) return callback(new Error('This connection is used once.'), null)
      connect(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (isClosed || !options.mayStart()) {
          socket.destroy()

          return callback(new Error('The call was no longer wanted when the connection stood.'), null)
        }
        handedOver = true
        callback(null, socket)
      })
    },
  })

  return {
    client,
    isHandedOver: () => handedOver,
    close: () => {
      isClosed = true
      // Closing is nobody's result: the answer, or the error, is already known.
      client.destroy().catch(() => undefined)
    },
  }
}

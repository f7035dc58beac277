import type { Dispatcher } from 'undici'
import { openFresh, openPool } from '#lib/provider/connection.ts'
import { TransportError } from '#lib/provider/errors.ts'

/** Time limits in milliseconds, and the largest body in bytes. A call limit covers connecting and the whole answer. */
export type Limits = {
  connectMs: number
  readMs: number
  loginMs: number
  actMs: number
  bodyBytes: number
  poolSize: number
}

/** The limits where nothing else is given. */
export const DEFAULT_LIMITS: Limits = {
  connectMs: 5_000,
  readMs: 10_000,
  loginMs: 15_000,
  actMs: 75_000,
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

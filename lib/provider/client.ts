import type { z } from 'zod'
import { readAnswer } from '#lib/provider/answer.ts'
import { type CallRecord, type OnCall, reportCall } from '#lib/provider/call-record.ts'
import type { Endpoint, ParamsSchema } from '#lib/provider/endpoint.ts'
import { TransportError, UpstreamError } from '#lib/provider/errors.ts'
import { cleanCause } from '#lib/provider/redact.ts'
import { buildRequest } from '#lib/provider/request.ts'
import { createRetrier, DEFAULT_RETRY, type RetryOptions } from '#lib/provider/retry.ts'
import type { SignForm, SignParams } from '#lib/provider/sign.ts'
import {
  createTransport,
  DEFAULT_LIMITS,
  type HttpAnswer,
  type Limits,
  type Transport,
} from '#lib/provider/transport.ts'

/** A session token; `epoch` grows with every login and names the token in errors. */
export type Session = { token: string; epoch: number }

/**
 * Where tokens come from. `expired` is told the epoch of a token that the upstream refused, and answers with another
 * session, or `null` when there is none to try.
 */
export type TokenSource = {
  get: () => Promise<Session>
  expired: (epoch: number) => Promise<Session | null>
}

/** Everything the client needs from outside. `httpUrl` is empty when the two HTTP-only endpoints are off. */
export type UpstreamOptions = {
  baseUrl: string
  httpUrl: string
  secret: string
  signForm: SignForm
  tokens: TokenSource
  onCall?: OnCall
  /** Milliseconds on a clock that never jumps. */
  now?: () => number
  limits?: Partial<Limits>
  retry?: Partial<RetryOptions>
  transport?: Transport
}

/**
 * Options of one call. `sendBefore` is a moment on the client's clock: a `once` call that has not written its first
 * byte by then ends as `not_sent`.
 */
type CallOptions = { signal?: AbortSignal; sendBefore?: number }

/** The client. `call` throws `UpstreamError` only; `close` ends kept connections. */
export type Upstream = {
  call: <Params extends ParamsSchema, Wire extends z.ZodType, Result>(
    endpoint: Endpoint<Params, Wire, Result>,
    params: z.input<Params>,
    options?: CallOptions,
  ) => Promise<Result>
  close: () => Promise<void>
}

type Call<Result> = {
  endpoint: Endpoint<ParamsSchema, z.ZodType, Result>
  params: SignParams
  options: CallOptions
}

/**
 * Returns a client for one account.
 *
 * Reads are tried up to three times on network faults, and once more with a new session after code -1. Calls that act
 * `once` are sent at most once, whatever happens.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const transport = options.transport ?? createTransport(limits)
  const retrier = createRetrier(isRepeatable, { ...DEFAULT_RETRY, ...options.retry })
  const now = options.now ?? (() => performance.now())

  return { call, close: () => transport.close() }

  async function call<Params extends ParamsSchema, Wire extends z.ZodType, Result>(
    endpoint: Endpoint<Params, Wire, Result>,
    input: z.input<Params>,
    callOptions: CallOptions = {},
  ): Promise<Result> {
    const params = endpoint.params.safeParse(input)
    if (!params.success)
      throw new UpstreamError({ endpoint: endpoint.name, kind: 'invalid_params', ...toProblem(params) })
    if (baseUrlOf(endpoint) === '') throw new UpstreamError({ endpoint: endpoint.name, kind: 'not_configured' })
    // The description is consistent in itself; past this point its three types are not told apart.
    const erased = { endpoint: endpoint as unknown as Endpoint<ParamsSchema, z.ZodType, Result>, params: params.data }
    const exchange = openExchange({ ...erased, options: callOptions })
    if (endpoint.effect === 'once') return exchange()

    return retrier(exchange, callOptions.signal)
  }

  function openExchange<Result>(call: Call<Result>): () => Promise<Result> {
    const isSessionUsed = (call.endpoint.auth ?? 'token') === 'token'
    const mayRenew = isSessionUsed && call.endpoint.effect === 'read'
    let session: Session | null = null
    let isRenewed = false

    return async () => {
      if (isSessionUsed) session ??= await askForSession(call.endpoint.name, options.tokens.get)
      try {
        return await send(call, session)
      } catch (error) {
        if (!mayRenew || isRenewed || session === null || !isExpiry(error)) throw error
        isRenewed = true
        const { epoch } = session
        const renewed = await askForSession(call.endpoint.name, () => options.tokens.expired(epoch))
        if (renewed === null) throw error
        session = renewed

        return await send(call, session)
      }
    }
  }

  async function send<Result>({ endpoint, params, options: callOptions }: Call<Result>, session: Session | null) {
    const account = { baseUrl: baseUrlOf(endpoint), secret: options.secret, signForm: options.signForm, limits }
    const { request, secrets } = buildRequest(endpoint, params, { ...account, token: session?.token ?? null })
    const epoch = session?.epoch ?? null
    const startedAt = now()
    const { sendBefore } = callOptions
    const mayStart = sendBefore === undefined ? undefined : () => now() <= sendBefore
    const record = (facts: Pick<CallRecord, 'class' | 'code' | 'bytes'>, result?: unknown) =>
      reportCall(options.onCall, { endpoint: endpoint.name, params, latencyMs: now() - startedAt, ...facts }, result)
    let bytes = 0
    try {
      const answer: HttpAnswer = await transport.send({ ...request, signal: callOptions.signal, mayStart })
      bytes = answer.bytes
      const { code, data } = readAnswer(endpoint, answer, { epoch, secrets })
      const result = endpoint.toResult(data, params)
      record({ class: 'ok', code, bytes }, result)

      return result
    } catch (error) {
      const failure = toUpstreamError(error, { endpoint: endpoint.name, epoch, secrets })
      if (error instanceof TransportError) bytes = error.bytes
      record({ class: failure.kind, code: failure.code, bytes })
      throw failure
    }
  }

  function baseUrlOf({ base }: { base?: 'http' }): string {
    return base === 'http' ? options.httpUrl : options.baseUrl
  }
}

async function askForSession<Answer>(endpoint: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new UpstreamError({ endpoint, kind: 'no_session', cause })
  }
}

type ErrorContext = { endpoint: string; epoch: number | null; secrets: readonly string[] }

function toUpstreamError(error: unknown, { endpoint, epoch, secrets }: ErrorContext): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (!(error instanceof TransportError)) {
    // The answer was there and our own reading of it failed: whether the call took effect is unknown.
    return new UpstreamError({
      endpoint,
      kind: 'bad_response',
      epoch,
      problem: 'unreadable',
      cause: cleanCause(error, secrets),
    })
  }

  return new UpstreamError({ endpoint, kind: error.kind, epoch, cause: cleanCause(error.cause, secrets) })
}

function toProblem({ error }: { error: z.ZodError }): { problem: string } {
  return { problem: error.issues.map((issue) => issue.path.join('.') || 'parameters').join(', ') }
}

function isExpiry(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'session_expired'
}

function isRepeatable(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.kind === 'bad_response') return error.httpStatus !== null && error.httpStatus >= 500

  return error.kind === 'timeout' || error.kind === 'network' || error.kind === 'not_sent'
}

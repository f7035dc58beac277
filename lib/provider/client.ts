import { ExponentialBackoff, fullJitterGenerator, handleWhen, retry } from 'cockatiel'
import type { z } from 'zod'
import { type CallRecord, type OnCall, reportCall } from '#lib/provider/call-record.ts'
import type { Endpoint, ParamsSchema } from '#lib/provider/endpoint.ts'
import { cleanCause, cleanText, commonKind, ProviderError, TransportError } from '#lib/provider/errors.ts'
import type { ProviderErrorKind } from '#lib/provider/rules/provider-failure.ts'
import { parseJson, percentEncode, presentParams, type SignForm, type SignParams, sign } from '#lib/provider/sign.ts'
import {
  createTransport,
  DEFAULT_LIMITS,
  type HttpAnswer,
  type HttpRequest,
  type Limits,
  type Transport,
} from '#lib/provider/transport.ts'
import { MAX_INTEGER } from '#lib/provider/wire.ts'

/** A session token; `epoch` grows with every login and names the token in errors. */
export type Session = { token: string; epoch: number }

/**
 * Where tokens come from. `expired` is told the epoch of a token that the provider refused, and answers with another
 * session, or `null` when there is none to try. `drop` is told the same by a call that must not be repeated: nobody gets that
 * token again.
 */
export type TokenSource = {
  get: () => Promise<Session>
  expired: (epoch: number) => Promise<Session | null>
  drop?: (epoch: number) => void
}

/** Everything the client needs from outside. `httpUrl` is empty when the two HTTP-only endpoints are off. */
export type ProviderOptions = {
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

/** The client. `call` throws `ProviderError` only; `close` ends kept connections. */
export type Provider = {
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
export function createProvider(options: ProviderOptions): Provider {
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
      throw new ProviderError({ endpoint: endpoint.name, kind: 'invalid_params', ...toProblem(params) })
    if (baseUrlOf(endpoint) === '') throw new ProviderError({ endpoint: endpoint.name, kind: 'not_configured' })
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
      if (isSessionUsed) session ??= await fetchSession(call.endpoint.name, options.tokens.get)
      try {
        return await send(call, session)
      } catch (error) {
        if (session === null || !isExpiry(error)) throw error
        const { epoch } = session
        if (!mayRenew) options.tokens.drop?.(epoch)
        if (!mayRenew || isRenewed) throw error
        isRenewed = true
        const renewed = await fetchSession(call.endpoint.name, () => options.tokens.expired(epoch))
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
      const failure = toProviderError(error, { endpoint: endpoint.name, epoch, secrets })
      if (error instanceof TransportError) bytes = error.bytes
      record({ class: failure.kind, code: failure.code, bytes })
      throw failure
    }
  }

  function baseUrlOf({ base }: { base?: 'http' }): string {
    return base === 'http' ? options.httpUrl : options.baseUrl
  }
}

async function fetchSession<Answer>(endpoint: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (cause) {
    throw new ProviderError({ endpoint, kind: 'no_session', cause })
  }
}

type ErrorContext = { endpoint: string; epoch: number | null; secrets: readonly string[] }

function toProviderError(error: unknown, { endpoint, epoch, secrets }: ErrorContext): ProviderError {
  if (error instanceof ProviderError) return error
  if (!(error instanceof TransportError)) {
    // The answer was there and our own reading of it failed: whether the call took effect is unknown.
    return new ProviderError({
      endpoint,
      kind: 'bad_response',
      epoch,
      problem: 'unreadable',
      cause: cleanCause(error, secrets),
    })
  }

  return new ProviderError({ endpoint, kind: error.kind, epoch, cause: cleanCause(error.cause, secrets) })
}

function toProblem({ error }: { error: z.ZodError }): { problem: string } {
  return { problem: error.issues.map((issue) => issue.path.join('.') || 'parameters').join(', ') }
}

function isExpiry(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'session_expired'
}

function isRepeatable(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  if (error.kind === 'bad_response') return error.httpStatus !== null && error.httpStatus >= 500

  return error.kind === 'timeout' || error.kind === 'network' || error.kind === 'not_sent'
}

/** How reads are repeated: pauses in milliseconds, and the retries a quiet client may spend before it must earn them. */
type RetryOptions = { tries: number; initialDelayMs: number; maxDelayMs: number; reserve: number }

/** The rules where nothing else is given: three tries, and retries of about a tenth of the traffic. */
const DEFAULT_RETRY: RetryOptions = { tries: 3, initialDelayMs: 250, maxDelayMs: 2_000, reserve: 20 }

const EARNED_PER_CALL = 0.1

/** Runs a read, again where that can help. */
type Retrier = <Result>(run: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Returns a runner that repeats failures for which `isRepeatable` is true, after a random pause that grows.
 *
 * Every call earns a tenth of a retry. Without that bound an outage would triple the load on a server that is down.
 */
function createRetrier(isRepeatable: (error: unknown) => boolean, options: RetryOptions): Retrier {
  let budget = options.reserve
  const policy = retry(
    handleWhen((error) => budget >= 1 && isRepeatable(error)),
    {
      maxAttempts: options.tries - 1,
      backoff: new ExponentialBackoff({
        generator: fullJitterGenerator,
        initialDelay: options.initialDelayMs,
        maxDelay: options.maxDelayMs,
      }),
    },
  )
  policy.onRetry(() => {
    budget -= 1
  })

  return async (run, signal) => {
    budget = Math.min(options.reserve, budget + EARNED_PER_CALL)

    return policy.execute(run, signal)
  }
}

/** The parts of an endpoint description that decide how a request looks. */
type RequestShape = {
  method: 'GET' | 'POST'
  path: string
  effect: 'read' | 'once'
  auth?: 'token' | 'signature' | 'none'
  body?: 'json'
  limit?: 'login'
}

/** What the account adds to a request. `token` is `null` where none is sent. */
type Account = { baseUrl: string; secret: string; signForm: SignForm; token: string | null }

/** A request, and the values in it that no error or record may show. */
type SignedRequest = { request: HttpRequest; secrets: string[] }

/**
 * Returns the signed request for an operation: GET parameters in the query, POST parameters in a form or JSON body.
 *
 * Spec: "Authentication", "Endpoints".
 */
function buildRequest(shape: RequestShape, params: SignParams, context: Account & { limits: Limits }): SignedRequest {
  const auth = shape.auth ?? 'token'
  const unsigned = auth === 'token' ? { ...params, token: context.token } : params
  const signature = auth === 'none' ? null : sign(unsigned, context.secret, context.signForm)
  const fields = presentParams(unsigned)
  if (signature !== null) fields.push(['sign', signature])
  const url = new URL(context.baseUrl.replace(/\/+$/, '') + shape.path)
  if (shape.method === 'GET') url.search = toForm(fields)
  // Login has no token yet: there, every parameter is a credential.
  const credentials = auth === 'signature' ? fields.map(([, value]) => value) : []
  const secrets = [context.secret, context.token, signature, ...credentials].filter((value) => value !== null)

  return {
    secrets,
    request: {
      method: shape.method,
      url,
      headers: toHeaders(shape),
      body: shape.method === 'GET' ? null : toBody(shape, fields),
      timeoutMs: toTimeout(shape, context.limits),
      connection: shape.effect === 'once' ? 'fresh' : 'pooled',
    },
  }
}

function toForm(fields: [name: string, value: string][]): string {
  return fields.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')
}

function toBody(shape: RequestShape, fields: [name: string, value: string][]): string {
  return shape.body === 'json' ? JSON.stringify(Object.fromEntries(fields)) : toForm(fields)
}

function toHeaders(shape: RequestShape): Record<string, string> {
  // What is packed by the way is unpacked by nobody here.
  const accept = { accept: 'application/json', 'accept-encoding': 'identity' }
  if (shape.method === 'GET') return accept
  if (shape.body === 'json') return { ...accept, 'content-type': 'application/json' }

  return { ...accept, 'content-type': 'application/x-www-form-urlencoded' }
}

function toTimeout(shape: RequestShape, limits: Limits): number {
  if (shape.limit === 'login') return limits.loginMs

  return shape.effect === 'once' ? limits.orderCallMs : limits.readMs
}

/** The parts of an endpoint description that decide what an answer means. */
type AnswerShape<Wire extends z.ZodType> = {
  name: string
  effect: 'read' | 'once'
  data: Wire
  successCode?: 0 | 1
  kinds?: Partial<Record<number, ProviderErrorKind>>
}

/** What an error about an answer may mention, and the values that must not appear in it. */
type AnswerContext = { epoch: number | null; secrets: readonly string[] }

/**
 * Returns the code and the checked payload of a successful answer; throws `ProviderError` for every other one.
 *
 * Only the code decides, and HTTP 200 proves nothing. Under another status no answer is a success; of a read the refusals
 * that have a meaning count all the same, and of a call that acts nothing does.
 */
function readAnswer<Wire extends z.ZodType>(
  shape: AnswerShape<Wire>,
  answer: HttpAnswer,
  context: AnswerContext,
): { code: number; data: z.output<Wire> } {
  const isOk = answer.status >= 200 && answer.status <= 299
  const envelope = isOk || shape.effect === 'read' ? toEnvelope(answer.text) : null
  if (!isOk && !isRefusal(shape, envelope?.code ?? null, answer.status)) {
    throw bad('unexpected status', { httpStatus: answer.status })
  }
  if (envelope === null) throw bad('not a JSON object', { httpStatus: answer.status })
  const { code } = envelope
  if (code === null) throw bad('no numeric code', { providerText: toText(envelope) })
  if (code !== (shape.successCode ?? 0)) {
    const kind = shape.kinds?.[code] ?? commonKind(code)
    const httpStatus = isOk ? null : answer.status
    const { epoch } = context
    throw new ProviderError({ endpoint: shape.name, kind, code, httpStatus, providerText: toText(envelope), epoch })
  }
  const parsed = shape.data.safeParse(envelope.data)
  if (!parsed.success) throw bad('unusable data', { code, providerText: toText(envelope) })

  return { code, data: parsed.data }

  function toText({ message }: Envelope): string | null {
    return message === null ? null : cleanText(message, context.secrets) || null
  }

  function bad(problem: string, facts: { httpStatus?: number; code?: number; providerText?: string | null }) {
    return new ProviderError({ endpoint: shape.name, kind: 'bad_response', problem, epoch: context.epoch, ...facts })
  }
}

/** A number that no list explains may be a gateway's own, and a server in trouble does not know what is not there. */
function isRefusal(
  { successCode = 0, kinds }: Pick<AnswerShape<z.ZodType>, 'successCode' | 'kinds'>,
  code: number | null,
  status: number,
) {
  if (code === null || code === 0 || code === successCode) return false
  const kind = kinds?.[code] ?? commonKind(code)

  return kind !== 'refused' && !(kind === 'not_found' && status >= 500)
}

function toEnvelope(text: string): Envelope | null {
  try {
    return readEnvelope(parseJson(text))
  } catch {
    return null
  }
}

/** An answer's outer fields. `code` is `null` when it is missing or no number; `data` is untouched. */
type Envelope = { code: number | null; message: string | null; data: unknown }

/** Returns the outer fields of an answer, `null` when it is no JSON object. Spec: "Response envelope". */
export function readEnvelope(json: unknown): Envelope | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const { code, message, data } = json as Record<string, unknown>

  return { code: toCode(code), message: typeof message === 'string' ? message : null, data }
}

/** Returns a result code as a number. Text counts when it is a whole number; empty text, `null` and `false` are not 0. */
export function toCode(code: unknown): number | null {
  if (typeof code === 'number') return Number.isSafeInteger(code) && Math.abs(code) <= MAX_INTEGER ? code + 0 : null
  if (typeof code !== 'string' || !/^\s*-?\d{1,9}\s*$/.test(code)) return null

  // Adding zero turns -0, which `-0` in a text gives, into 0.
  return Number(code) + 0
}

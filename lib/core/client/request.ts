import type { ErrorCode, ErrorDetails } from '#lib/core/rules/app-error.ts'
import type { Contract, Method, ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'

/** Why a request of ours failed: our own code, or `offline` when no answer came at all. */
export type FailureCode = ErrorCode | 'offline'

/** A refusal by one of our routes. `reference` is what a person may quote; `null` when the server was not reached. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly code: FailureCode
  readonly details: ErrorDetails
  readonly reference: string | null

  constructor(code: FailureCode, details: ErrorDetails = {}, reference: string | null = null) {
    super(code)
    this.code = code
    this.details = details
    this.reference = reference
  }

  get waitMinutes(): number {
    return waitMinutes(this.details)
  }
}

/** After how many minutes a sender may try again, as the server said: whoever went on too early waits longer each time. */
export function waitMinutes({ retryAfterSeconds = 60 }: ErrorDetails): number {
  return Math.ceil(Number(retryAfterSeconds) / 60)
}

type RequestOptions = {
  method: Method
  body?: unknown
  onceKey?: string
  /** What is told beside the body, and does not make it another request. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Asks one of our routes and returns its `data`. Throws `RequestFailure` for everything else, `offline` where no answer comes. */
export async function request<Data>(
  path: `/api/${string}`,
  { method, body, onceKey, headers, signal }: RequestOptions,
): Promise<Data> {
  const limit = limited(path, signal)
  try {
    return await dataOf(
      await send(path, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(onceKey === undefined ? {} : { 'idempotency-key': onceKey }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: limit.signal,
        cache: 'no-store',
      }),
    )
  } catch (error) {
    throw limit.isOver() ? unreached() : error
  } finally {
    limit.end()
  }
}

async function dataOf<Data>(response: Response): Promise<Data> {
  const answer = await readAnswer(response)
  noteReach(reachOf(answer))
  if (response.ok && answer && 'data' in answer) return answer.data as Data
  const error = answer?.error
  throw new RequestFailure(error?.code ?? 'internal', error?.details ?? {}, error?.requestId ?? null)
}

type Options<C extends Contract> = RequestOf<C> & Pick<RequestOptions, 'headers' | 'signal'>

/**
 * Sends a call and returns its reply. The contract is a type alone, so that no schema comes into the browser:
 * `call<typeof placeOrderCall>('POST /api/orders', { body, onceKey })`. Throws `RequestFailure`.
 */
export function call<C extends Contract>(
  at: C['at'],
  ...[options]: Record<never, never> extends Options<C> ? [Options<C>?] : [Options<C>]
): Promise<ReplyOf<C>> {
  const { params, query, body, ...rest }: Sent = options ?? {}
  const [method, path] = at.split(' ') as [Method, string]
  const search = query ? `?${new URLSearchParams(query)}` : ''

  return request(`${fill(path, params)}${search}`, {
    method,
    ...rest,
    ...(method === 'GET' ? {} : { body: body ?? {} }),
  })
}

export type Params = Record<string, string | number>

/** Puts the parts in brackets into the path of a call. */
export function fill(path: string, params: Params = {}): `/api/${string}` {
  return path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) as `/api/${string}`
}

type Sent = {
  params?: Params
  query?: Record<string, string>
  body?: unknown
  onceKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Returns what a thrown value says about a request: its own failure, or an `internal` one. */
export function toFailure(thrown: unknown): RequestFailure {
  return thrown instanceof RequestFailure ? thrown : new RequestFailure('internal')
}

/** The one of some codes or reasons that a refusal has words of its own for; 'internal' is every other. */
export function knownCode<Known extends string>(code: unknown, ...known: Known[]): Known | 'internal' {
  return known.find((one) => one === code) ?? 'internal'
}

/** Tells whether nobody can know if an act arrived: no answer came, or one that says nothing about it. */
export function isLostAnswer(thrown: unknown): boolean {
  const { code } = toFailure(thrown)

  return code === 'offline' || code === 'internal'
}

/**
 * Tells whether a page may be read again after a failure. Without store or session, reading it would lead away from it, and
 * take along what was typed.
 */
export function mayReadAgain(thrown: unknown): boolean {
  const { code } = toFailure(thrown)

  return !isLostAnswer(thrown) && code !== 'unauthenticated' && code !== 'store_unavailable'
}

function reachOf(answer: Answer | null): Reach {
  const code = answer?.error?.code
  if (code === 'unauthenticated') return 'signed_out'

  return answer === null || code === 'store_unavailable' ? 'unreachable' : 'good'
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (isAborted(error)) throw error
    throw unreached()
  }
}

function unreached(): RequestFailure {
  noteReach('unreachable')

  return new RequestFailure('offline')
}

const OVER = 'over'
const LIMIT_MS = 60_000
// Acts on many orders, and files of staff on a slow line, take minutes.
const ADMIN_LIMIT_MS = 600_000

/** Ends a request that gets no answer: whoever waits for it could do nothing else. Also when `signal` does. */
function limited(path: string, signal?: AbortSignal) {
  const control = new AbortController()
  const abort = () => control.abort()
  const timer = setTimeout(() => control.abort(OVER), path.startsWith('/api/admin/') ? ADMIN_LIMIT_MS : LIMIT_MS)
  // Not `AbortSignal.any`: phones of a few years ago have none.
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)

  return {
    signal: control.signal,
    isOver: () => control.signal.reason === OVER,
    end: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

type Answer = { data?: unknown; error?: { code: ErrorCode; details?: ErrorDetails; requestId?: string } }

async function readAnswer(response: Response): Promise<Answer | null> {
  try {
    return (await response.json()) as Answer
  } catch (error) {
    if (isAborted(error)) throw error

    return null
  }
}

/** Whether the store answers whoever looks at a page, and whether it still knows them. */
export type Reach = 'good' | 'signed_out' | 'unreachable'

let reach: Reach = 'good'
// A page that was read is an answer.
let heardAt = Date.now()
const listeners = new Set<() => void>()

/** Notes what the last answer said about it. */
export function noteReach(now: Reach): void {
  if (now !== 'unreachable') heardAt = Date.now()
  if (now === reach) return
  reach = now
  for (const listener of listeners) listener()
}

export function readReach(): Reach {
  return reach
}

/** When the store answered last, as far as this page knows: in milliseconds, so that it can be compared. */
export function lastHeardAt(): number {
  return heardAt
}

/** Calls back at every change. Returns how to end that. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener)

  return () => listeners.delete(listener)
}

import { noteReach, type Reach } from '#lib/core/client/reach.ts'
import type { ErrorCode, ErrorDetails } from '#lib/core/rules/app-error.ts'

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
}

type Ask = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  onceKey?: string
  /** The language of the page, where what was read there counts. */
  language?: string
  signal?: AbortSignal
}

/** Asks one of our routes and returns its `data`. Throws `RequestFailure` for everything else. */
export async function ask<Data>(
  path: `/api/${string}`,
  { method, body, onceKey, language, signal }: Ask,
): Promise<Data> {
  const response = await send(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(onceKey === undefined ? {} : { 'idempotency-key': onceKey }),
      ...(language === undefined ? {} : { 'content-language': language }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    cache: 'no-store',
  })
  const answer = await readAnswer(response)
  noteReach(reachOf(answer))
  if (response.ok && answer && 'data' in answer) return answer.data as Data
  const error = answer?.error
  throw new RequestFailure(error?.code ?? 'internal', error?.details ?? {}, error?.requestId ?? null)
}

/** Returns what a thrown value says about a request: its own failure, or an `internal` one. */
export function toFailure(thrown: unknown): RequestFailure {
  return thrown instanceof RequestFailure ? thrown : new RequestFailure('internal')
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
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    noteReach('unreachable')
    throw new RequestFailure('offline')
  }
}

type Answer = { data?: unknown; error?: { code: ErrorCode; details?: ErrorDetails; requestId?: string } }

async function readAnswer(response: Response): Promise<Answer | null> {
  try {
    return (await response.json()) as Answer
  } catch {
    return null
  }
}

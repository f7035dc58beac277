import { isProviderFailure, type ProviderErrorKind, refusalCode } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** How a call that acts once ended: with its result, or with whatever was thrown. */
export type Settled<Result> = { result: Result } | { error: unknown }

/**
 * What is known about an order after its call.
 *
 * `NOT_SENT` and `REJECTED` mean that no order exists; with the reasons `invalid_params` and `not_configured` the same
 * call can never succeed, so repeating it is no cure. `checkAfterMs` asks for one look-up by reference after that time
 * before a rejection counts; `null` asks for none. `UNKNOWN` may have bought: it is looked up, never sent again.
 */
export type PlacementOutcome =
  | { class: 'ACCEPTED'; order: ProviderOrder }
  | { class: 'NOT_SENT'; code: null; reason: string }
  | { class: 'REJECTED'; code: number; reason: RejectionReason; checkAfterMs: number | null }
  | { class: 'UNKNOWN'; code: number | null; reason: string }

/** Why an order was rejected. The first one is cured by a new session, the next two are our fault, a person filed the last. */
type RejectionReason = 'session_expired' | 'missing_parameter' | 'bad_signature' | 'not_found' | 'filed'

/**
 * What is known about a cancellation after its call.
 *
 * Neither `ACCEPTED` nor `REFUSED` proves anything yet: read the order back. `SESSION_EXPIRED` may be repeated once with a new session,
 * `NOT_SENT` freely; `UNKNOWN` only after a look at the order.
 */
export type CancellationOutcome =
  | { class: 'ACCEPTED' }
  | { class: 'REFUSED'; code: number; reason: 'not_found' | 'not_permitted' | 'wrong_state' }
  | { class: 'SESSION_EXPIRED'; code: -1 }
  | { class: 'NOT_SENT'; code: null; reason: string }
  | { class: 'UNKNOWN'; code: number | null; reason: string }

const REJECTIONS = new Map<number, { reason: RejectionReason; checkAfterMs: number | null }>([
  [-1, { reason: 'session_expired', checkAfterMs: null }],
  [-2, { reason: 'missing_parameter', checkAfterMs: null }],
  [-30, { reason: 'bad_signature', checkAfterMs: null }],
  [3, { reason: 'not_found', checkAfterMs: 60_000 }],
])

/** The refusals of a cancellation that its contract names. 4 is not among them: it was seen after the deed as well. */
export const DOCUMENTED_REFUSALS: ReadonlySet<number> = new Set([3, 22])

const REFUSALS = new Map<number, 'not_found' | 'not_permitted' | 'wrong_state'>([
  [3, 'not_found'],
  [22, 'not_permitted'],
  [4, 'wrong_state'],
])

/** Returns the class of an order or top-up call. Whatever is not listed is `UNKNOWN`, a number never seen included. */
export function classifyPlacement(settled: Settled<ProviderOrder>): PlacementOutcome {
  if ('result' in settled) return { class: 'ACCEPTED', order: settled.result }
  const failure = toFailure(settled.error)
  if (failure.isUnsent) return { class: 'NOT_SENT', code: null, reason: failure.reason }
  const rejection = failure.refusal === null ? undefined : REJECTIONS.get(failure.refusal)
  if (failure.refusal !== null && rejection) return { class: 'REJECTED', code: failure.refusal, ...rejection }

  return { class: 'UNKNOWN', code: failure.code, reason: failure.reason }
}

/** Returns the class of a cancellation call. Whatever is not listed is `UNKNOWN`. */
export function classifyCancellation(settled: Settled<unknown>): CancellationOutcome {
  if ('result' in settled) return { class: 'ACCEPTED' }
  const failure = toFailure(settled.error)
  if (failure.isUnsent) return { class: 'NOT_SENT', code: null, reason: failure.reason }
  if (failure.refusal === -1) return { class: 'SESSION_EXPIRED', code: -1 }
  const reason = failure.refusal === null ? undefined : REFUSALS.get(failure.refusal)
  if (failure.refusal !== null && reason) return { class: 'REFUSED', code: failure.refusal, reason }

  return { class: 'UNKNOWN', code: failure.code, reason: failure.reason }
}

type Failure = { isUnsent: boolean; refusal: number | null; code: number | null; reason: string }

// Decided before the connection is used: no byte of the request can have left.
const UNSENT = new Set<ProviderErrorKind>(['not_sent', 'invalid_params', 'no_session', 'not_configured'])

function toFailure(error: unknown): Failure {
  if (!isProviderFailure(error)) return { isUnsent: false, refusal: null, code: null, reason: 'unexpected_error' }
  const { kind, code } = error
  const refusal = refusalCode(error)

  return { isUnsent: UNSENT.has(kind), refusal, code, reason: refusal === null ? kind : 'unlisted_code' }
}

import 'server-only'
import { log } from '#lib/core/log.ts'
import { AppError, ERROR_STATUS, type ErrorDetails } from '#lib/core/rules/app-error.ts'
import { isDataRefused, isOutOfRoom } from '#lib/operations/repository/passing-failures.ts'

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
export function toFailure(error: unknown, request: { id: string; route: string }): Response {
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

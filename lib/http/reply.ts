import 'server-only'
import { AppError, ERROR_STATUS, type ErrorDetails } from '#lib/domain/app-error.ts'
import { log } from '#lib/log.ts'

const HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A successful answer: `{ data }`. */
export function toReply(data: unknown): Response {
  return Response.json({ data }, { headers: HEADERS })
}

/**
 * A failure in the one envelope: `{ error: { code, message, details?, requestId } }`.
 *
 * Only an `AppError` says what happened; anything else is our own fault, logged in full and told as `internal`.
 */
export function toFailure(error: unknown, request: { id: string; route: string }): Response {
  const known = error instanceof AppError ? error : new AppError('internal', 'Something failed on our side.')
  const status = ERROR_STATUS[known.code]
  const line = { requestId: request.id, route: request.route, status, code: known.code }
  if (known === error) log.info('request refused', line)
  else log.error('request failed', { ...line, error })

  return Response.json(
    { error: envelope(known, request.id) },
    { status, headers: { ...HEADERS, ...retryAfter(known) } },
  )
}

function envelope(error: AppError, requestId: string) {
  const details: { details?: ErrorDetails } = error.details ? { details: error.details } : {}

  return { code: error.code, message: error.message, requestId, ...details }
}

function retryAfter(error: AppError): Record<string, string> {
  const seconds = error.details?.retryAfterSeconds

  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

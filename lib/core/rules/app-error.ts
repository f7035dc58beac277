/** The HTTP status of each error code. A code is stable for programs; the words for people come from the messages. */
export const ERROR_STATUS = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  buyer_blocked: 403,
  not_found: 404,
  conflict: 409,
  price_changed: 409,
  voucher_refused: 409,
  sold_out: 409,
  not_on_sale: 409,
  gone: 410,
  quote_expired: 410,
  too_large: 413,
  rate_limited: 429,
  internal: 500,
  store_unavailable: 503,
  upstream_unavailable: 503,
  till_closed: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export type ErrorDetails = Record<string, string | number | boolean | null | string[]>

/**
 * A failure that a caller of ours may be told about.
 *
 * `message` is for the log; `details` are sent to the caller and hold nothing secret.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
  }
}

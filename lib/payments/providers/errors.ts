/**
 * What a failed call to a payment provider means for the caller.
 *
 * - `content`: the provider refused for good; repeating the same call cannot help.
 * - `network`: no answer. The act may have happened: read the object before repeating, and repeat with the same key.
 * - `server`: an answer that proves nothing (5xx, 429, unreadable). Same handling as `network`.
 * - `bad_signature`: a webhook that the provider did not sign, or not in the last 300 s. Nothing of it is used.
 */
export type PaymentErrorKind = 'content' | 'network' | 'server' | 'bad_signature'

/**
 * A failure at a payment provider, without any secret of ours in it.
 *
 * `code` is the provider's own word (`refund_mismatch`), `null` when it gave none: for logs and people, not for branching.
 */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind
  readonly code: string | null

  constructor(kind: PaymentErrorKind, message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'PaymentError'
    this.kind = kind
    this.code = options.code ?? null
  }
}

/** Tells whether the act may have happened in spite of the error: read the provider's object before anything else. */
export function isOutcomeOpen(error: unknown): boolean {
  return error instanceof PaymentError && (error.kind === 'network' || error.kind === 'server')
}

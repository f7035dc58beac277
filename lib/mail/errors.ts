/**
 * What a failed mail means for the caller.
 *
 * - `content`: refused for good, by us or by the mail server (5xx); sending it again cannot help.
 * - `network`: no connection, or it broke: the mail may have been accepted.
 * - `server`: not now (4xx, or our own settings are refused); try again later.
 */
export type MailErrorKind = 'content' | 'network' | 'server'

/** A mail that was not accepted, without address or text of the mail. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly kind: MailErrorKind

  constructor(kind: MailErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

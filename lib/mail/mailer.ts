import { createTransport } from 'nodemailer'
import { isMailbox, type MailServer, parseSender } from '#lib/mail/rules/mail-settings.ts'

/** The mail server, and who its mails are from. */
export type MailerOptions = MailServer & {
  /** `Landfall <store@example.com>` or a bare address. */
  from: string
}

/** A picture that travels inside a mail, under the name of a file. */
export type MailPicture = { cid: string; name: string; type: string; bytes: Uint8Array }

/** One mail to one mailbox. The same `messageId` on a repeat lets the receiving side drop the second copy. */
export type OutgoingMail = {
  to: string
  subject: string
  html: string
  text: string
  messageId?: string
  /** What the HTML shows by `cid:`. */
  pictures?: readonly MailPicture[]
  /** The name beside our address, and where answers go; what the settings of the server say where it is absent. */
  senderName?: string
  replyTo?: string
  /** Only `X-…`, `Auto-Submitted`, `In-Reply-To`, `References`, `List-Unsubscribe` and its `-Post`. */
  headers?: Record<string, string>
}

export type Mailer = {
  /** Resolves when the mail server has accepted the mail. Rejects with `MailError`. */
  send(mail: OutgoingMail): Promise<{ messageId: string }>
  /** Resolves when the server can be reached and takes our password. Rejects with `MailError`. */
  verify(): Promise<void>
  close(): void
}

const OPEN_HEADERS = /^(x-[a-z0-9-]+|auto-submitted|in-reply-to|references|list-unsubscribe(-post)?)$/i
const MESSAGE_ID = /^<[^\s<>@]+@[^\s<>@]+>$/

/** Returns a mailer for one mail server. Nothing is connected before the first mail. */
export function createMailer(options: MailerOptions): Mailer {
  const { host, port, secure, user, password } = options
  const from = parseSender(options.from)
  const transport = createTransport({
    host,
    port,
    secure,
    // A password never crosses a network in the clear, even where the server offers nothing better.
    requireTLS: !secure && user !== undefined && !['localhost', '127.0.0.1', '::1'].includes(host),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Text and HTML come as values: a value that looks like a path or an address is not to be opened.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    send: async (mail) => {
      const message = toMessage(mail, from)
      const { messageId } = await transport.sendMail(message).catch(rethrow)

      return { messageId }
    },
    verify: async () => {
      await transport.verify().catch(rethrow)
    },
    close: () => transport.close(),
  }
}

function toMessage(mail: OutgoingMail, from: { name: string; address: string }) {
  const to = assertMailbox(mail.to)
  const headers = Object.entries(mail.headers ?? {})
  for (const [name, value] of headers) {
    if (!OPEN_HEADERS.test(name)) throw new MailError('content', 'This header is not for callers to set.')
    assertHeaderText(value)
  }
  if (mail.messageId !== undefined && !MESSAGE_ID.test(mail.messageId)) {
    throw new MailError('content', 'A message id looks like <name@host>.')
  }

  return {
    from: mail.senderName === undefined ? from : { ...from, name: assertHeaderText(mail.senderName) },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: assertMailbox(mail.replyTo) } }),
    // As parts, so that no comma or bracket is ever read as a second mailbox.
    to: { name: '', address: to },
    envelope: { from: from.address, to },
    subject: assertHeaderText(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: (mail.pictures ?? []).map(({ cid, name, type, bytes }) => ({
      cid,
      filename: assertHeaderText(name),
      content: Buffer.from(bytes),
      contentType: type,
      contentDisposition: 'inline' as const,
    })),
    // Keeps holiday notices of the reader from coming back to us.
    headers: { 'Auto-Submitted': 'auto-generated', ...Object.fromEntries(headers) },
    ...(mail.messageId === undefined ? {} : { messageId: mail.messageId }),
  }
}

function rethrow(cause: unknown): never {
  const { responseCode, code, command } = cause as { responseCode?: number; code?: string; command?: string }
  // 535 and its kin are about our own login: the mail is fine and can wait until the settings are mended.
  if (code === 'EAUTH') throw new MailError('server', 'The mail server refused our login.')
  if (responseCode !== undefined && responseCode >= 500 && isAboutMail(command)) {
    throw new MailError('content', `The mail server refused the mail with ${responseCode}.`)
  }
  if (responseCode !== undefined) throw new MailError('server', `The mail server answered ${responseCode}.`)

  throw new MailError('network', `The mail server could not be reached (${code ?? 'no code'}).`)
}

/** Before a reader is named a server refuses us: the address we send from, a sender it does not know, a missing login. */
function isAboutMail(command: string | undefined): boolean {
  return command === 'RCPT TO' || command === 'DATA'
}

/** Returns the address unchanged when it names exactly one mailbox. Throws `MailError` of kind `content` otherwise. */
function assertMailbox(address: string): string {
  if (!isMailbox(address)) throw new MailError('content', 'This is not the address of one mailbox.')

  return address
}

/** Throws `MailError` of kind `content` for text that would start a header of its own. */
function assertHeaderText(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new MailError('content', 'A header of a mail is one line.')

  return text
}

/**
 * What a failed mail means for the caller.
 *
 * - `content`: refused for good, by us or by the mail server (5xx); sending it again cannot help.
 * - `network`: no connection, or it broke: the mail may have been accepted.
 * - `server`: not now (4xx, or we ourselves or our settings are refused); try again later.
 */
type MailErrorKind = 'content' | 'network' | 'server'

/** A mail that was not accepted, without address or text of the mail. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly kind: MailErrorKind

  constructor(kind: MailErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

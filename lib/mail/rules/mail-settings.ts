/** A mail server. `secure` speaks TLS from the first byte; otherwise the connection is upgraded when it can be. */
export type MailServer = { host: string; port: number; secure: boolean; user?: string; password?: string }

/** What is wrong with a setting, without its value. The mails are fine and wait until it is mended. */
export class MailSettingError extends Error {
  override readonly name = 'MailSettingError'
  readonly kind = 'server'
}

/** Returns host, port, security and login of an address such as `smtps://user:password@mail.example:465`. */
export function parseMailServer(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : null
  // A password that cuts the address off leaves its @ behind, or names another host.
  if (!url || url.hostname === '' || /@/.test(url.pathname + url.search + url.hash)) {
    throw new MailSettingError(
      'SMTP_URL is not an address such as smtp://user:password@host:587: signs such as / or # in its password are ' +
        'written as %2F and %23.',
    )
  }
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:') throw new MailSettingError('SMTP_URL begins with smtp:// or smtps://.')
  const { hostname, port, username, password } = url

  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(username === '' ? {} : { user: decoded(username), password: decoded(password) }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new MailSettingError('SMTP_URL has a bare % in its login: write it as %25.')
  }
}

/** Splits `Landfall <store@example.com>` into its parts; a bare address has no name. */
export function parseSender(sender: string): { name: string; address: string } {
  const match = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(sender.trim())
  const name = (match?.groups?.name ?? '').trim().replace(/^"(.*)"$/, '$1')
  const address = (match?.groups?.address ?? sender).trim()
  if (/[\r\n\0]/.test(sender) || !isMailbox(address)) {
    throw new MailSettingError('MAIL_FROM is not an address: write store@shop.example or Shop <store@shop.example>.')
  }

  return { name, address }
}

// One @ between two parts that hold no space, control character or sign with a meaning in a mail header.
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]{1,255}$/u

/**
 * Tells whether an address names exactly one mailbox. Line breaks, lists, and signs that a mail server may read as `@` or
 * a dot do not: one address would be checked and another one written to.
 */
export function isMailbox(address: string): boolean {
  return ADDRESS.test(address) && !hasConfusable(address)
}

// Full-width and small forms become plain signs when a server normalises the address, U+3002 becomes a dot.
function hasConfusable(address: string): boolean {
  return /[@.]/.test(
    [...address]
      .filter((sign) => !/[\p{ASCII}]/u.test(sign))
      .join('')
      .normalize('NFKC')
      .replaceAll('。', '.'),
  )
}

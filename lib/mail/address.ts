import { MailError } from '#lib/mail/errors.ts'

// One @ between two parts that hold no space, control character or sign with a meaning in a mail header.
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]{1,255}$/u

/**
 * Returns the address unchanged when it names exactly one mailbox.
 *
 * Throws `MailError` of kind `content` for line breaks, lists, and signs that a mail server may read as `@` or a dot:
 * one address would be checked and another one written to.
 */
export function assertMailbox(address: string): string {
  if (!ADDRESS.test(address) || hasLookAlike(address)) {
    throw new MailError('content', 'This is not the address of one mailbox.')
  }

  return address
}

/** Throws `MailError` of kind `content` for text that would start a header of its own. */
export function assertHeaderText(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new MailError('content', 'A header of a mail is one line.')

  return text
}

/** Splits `Landfall <store@example.com>` into its parts; a bare address has no name. */
export function parseSender(sender: string): { name: string; address: string } {
  const match = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(assertHeaderText(sender).trim())
  const name = (match?.groups?.name ?? '').trim().replace(/^"(.*)"$/, '$1')

  return { name, address: assertMailbox((match?.groups?.address ?? sender).trim()) }
}

// Full-width and small forms become plain signs when a server normalises the address, U+3002 becomes a dot.
function hasLookAlike(address: string): boolean {
  return /[@.]/.test(
    [...address]
      .filter((sign) => !/[\p{ASCII}]/u.test(sign))
      .join('')
      .normalize('NFKC')
      .replaceAll('。', '.'),
  )
}

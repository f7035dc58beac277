/** Returns an address of ours without what may be an id or a token. */
export function routeOf(url: string): string {
  const [path = ''] = url.split('?', 1)

  return path.replaceAll(/[^/]+/g, (part) => (/^[a-z-]{1,24}$/.test(part) ? part : '[id]'))
}

/** Returns an address of which only the ends can be recognised: `a…@e….com`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''

  return `${local.slice(0, 1)}…@${domain.slice(0, 1)}…${end}`
}

/** Returns an address that its own reader recognises: `a•••@example.com`. */
export function maskLocalPart(email: string): string {
  const [local = '', domain = ''] = email.split('@')

  return `${local.slice(0, 1)}•••@${domain}`
}

/** Returns the last four digits of a card number: `…0138`. */
export function maskIccid(iccid: string): string {
  return `…${iccid.slice(-4)}`
}

/**
 * Returns a code that spends a customer's credit by its last letters, any other code as it is: it pays in anybody's hands, so
 * that only whoever may give credit reads it.
 */
export function maskCreditCode(code: string): string {
  return code.startsWith('CREDIT-') ? `…${code.slice(-5)}` : code
}

const ICCID = /\b89\d{16,18}\b/g

/** Shortens every card number in a text. */
export function maskIccids(text: string): string {
  return text.replaceAll(ICCID, (iccid) => maskIccid(iccid))
}

// Looked for where a word begins alone: from each of its letters a long word without an address would be read to its end.
const EMAIL = /(?<![^\s@<>()[\]"',;:])[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]+\.[a-z]{2,}/gi

/** Shortens every address in a text. */
export function maskEmails(text: string): string {
  return text.replaceAll(EMAIL, (email) => maskEmail(email))
}

/** Shortens every activation code in a text: no mail carries one, not even one that its reader has typed. */
export function maskCodes(text: string): string {
  return text.replaceAll(/LPA:\s*\d\S*/gi, 'LPA:…')
}

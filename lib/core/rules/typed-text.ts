const ZEROS = [0x0660, 0x06f0]
/** Marks of direction and joiners: they come along with copied text, and nobody sees them. */
const UNSEEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Returns a pasted text without marks that nobody sees and without the blanks around it: for an address or a name. */
export function withoutMarks(text: string): string {
  return text.replaceAll(UNSEEN, '').trim()
}

/**
 * Returns a typed number or code as it was meant: its digits in Latin form whatever keyboard wrote them, without blanks and
 * marks that nobody sees, in capitals. Hyphens stay.
 */
export function plainCode(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\s/g, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0

      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0))
    })
    .toUpperCase()
}

/** As `plainCode`, without hyphens and dashes: for a number that is known by its shape alone. */
export function bareCode(text: string): string {
  return plainCode(text).replaceAll(/[\p{Pd}\u2212]/gu, '')
}

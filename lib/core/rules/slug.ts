const MAX_LENGTH = 60

// Letters that do not fall apart into a base letter and a mark.
const EMAILS: Record<string, string> = { ø: 'o', đ: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ð: 'd' }

// What German writes where it has no such letters; other languages leave the marks out.
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Returns a name as it stands in an address: lower-case ASCII words joined by hyphens, `''` when nothing is left. */
export function slugOf(name: string, locale?: string): string {
  const lower = name.toLowerCase().normalize('NFC')
  const ascii = (locale === 'de' ? lower.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? '') : lower)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øđłßæœıþð]/g, (email) => EMAILS[email] ?? '')
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
  const words = ascii.replaceAll(/[^a-z0-9]+/g, '-')

  return words.slice(0, MAX_LENGTH).replaceAll(/^-+|-+$/g, '')
}

/**
 * Returns a name as it stands in an address of a language, `''` where it is not written in Latin letters alone: half of a
 * name would say something else.
 */
export function localSlugOf(name: string, locale: string): string {
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u.test(name) ? slugOf(name, locale) : ''
}

/**
 * Returns the address of a destination that is new: its name, or name and SKU number where the name is taken.
 *
 * A destination keeps its address for ever, so this is asked once; `taken` holds former addresses too.
 */
export function freshSlug(name: string, skuId: number, taken: ReadonlySet<string>): string {
  const plain = slugOf(name)
  if (plain === '') return `destination-${skuId}`

  return taken.has(plain) ? `${plain}-${skuId}` : plain
}

/** The most characters of one part of an address. */
export const MOST_SLUG_CHARACTERS = 60

/** Words that may stand for something else where a page has its address. */
const RESERVED = new Set(['new', 'page', 'feed', 'index', 'preview', 'search'])

// Letters that do not fall apart into a base letter and a mark.
const CHARACTERS: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}

// What German writes where it has no such letters; other languages leave the marks out.
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Returns a name as it stands in an address: lower-case ASCII words joined by hyphens, `''` when nothing is left. */
export function slugOf(name: string, locale?: string): string {
  const lower = name.toLowerCase().normalize('NFC')
  const ascii = (locale === 'de' ? lower.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? '') : lower)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øđłßæœıþð]/g, (character) => CHARACTERS[character] ?? '')
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
  const words = ascii.replaceAll(/[^a-z0-9]+/g, '-')

  return words.slice(0, MOST_SLUG_CHARACTERS).replaceAll(/^-+|-+$/g, '')
}

/** Tells what is wrong with an address that a person gives a page: lower-case ASCII words joined by hyphens are right. */
export function slugProblem(text: string): 'slug_shape' | 'slug_reserved' | null {
  if (text === '' || slugOf(text) !== text) return 'slug_shape'

  return RESERVED.has(text) ? 'slug_reserved' : null
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

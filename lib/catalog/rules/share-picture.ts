import type { Locale } from '#lib/core/i18n/config.ts'
import type { Hex } from '#lib/settings/rules/contrast.ts'

/** What stands on the picture that a message shows of a page: words of the page's language, nothing about its reader. */
export type SharePicture = {
  locale: Locale
  store: string
  heading: string
  /** Two parts of one line, as "from" and an amount; the second one is set larger. */
  line: [label: string, price: string] | null
  iso2: string | null
  accent: Hex | null
  /** The shop's own square picture as base64 of a PNG; without one the mark of the product is drawn. */
  icon: string | null
}

/** The type of an answer that the server draws before anybody sees it. */
export const SHARE_PICTURE_TYPE = 'application/vnd.landfall.picture+json'

export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const

/** Marks of direction, which have no shape. */
const UNSEEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** What the faces of the picture have: Latin with its marks, Arabic, figures, punctuation, signs of money. */
const SHAPES =
  /^[\u0020-\u007e\u00a0-\u02ff\u0600-\u06ff\u1e00-\u1e9f\u1ef2-\u1eff\u2010-\u2027\u202f-\u203a\u20a0-\u20c0\u2122\u2212]*$/
/** Letters that stand without spaces between words: those of Japanese and Chinese, with their punctuation. */
export const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3011\u30fb\u30fc\uff01-\uff5e]+/u

/** Returns a text without its marks of direction. */
export function bareText(text: string): string {
  return text.replaceAll(UNSEEN, '')
}

/** Tells whether a text can be drawn: letters that no face has would be empty boxes. */
export function isDrawable(text: string): boolean {
  const pieces = bareText(text).split(new RegExp(`(${CJK.source})`, 'u'))

  return pieces.every((piece, place) => (place % 2 === 0 ? SHAPES.test(piece) : hasEvery(piece)))
}

function hasEvery(piece: string): boolean {
  return [...piece].every((letter) => !/\p{Script=Han}/u.test(letter) || HAN[0].has(letter) || HAN[1].has(letter))
}

/** The characters of JIS X 0208 and of GB 2312, which are those that the two faces have. */
const HAN = [charactersOf('euc-jp', 0xf4), charactersOf('gbk', 0xf7)] as const

function charactersOf(encoding: string, lastRow: number): ReadonlySet<string> {
  const rows = Array.from({ length: lastRow - 0xaf }, (_, row) => row + 0xb0)
  const bytes = rows.flatMap((row) => Array.from({ length: 94 }, (_, cell) => [row, cell + 0xa1]))

  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes.flat())))
}

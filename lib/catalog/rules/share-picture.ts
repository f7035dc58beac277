import type { Hex } from '#lib/settings/rules/contrast.ts'

/** What stands on the picture that a message shows of a page: words of the page's language, nothing about its reader. */
export type SharePicture = {
  isRightToLeft: boolean
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

/** Returns a text without its marks of direction. */
export function bareText(text: string): string {
  return text.replaceAll(UNSEEN, '')
}

/** Tells whether a text can be drawn: letters that no face has would be empty boxes. */
export function isDrawable(text: string): boolean {
  return SHAPES.test(bareText(text))
}

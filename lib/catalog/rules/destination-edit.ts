/** What the store itself decides about a destination: no pass over the catalogue touches it. */
export type DestinationEdit = {
  isHidden: boolean
  isFeatured: boolean
  /** The place in the shop: smaller numbers stand first. */
  rank: number
  texts: { locale: string; name: string | null; text: string | null }[]
}

/** Returns own words as they are stored: trimmed, without control characters, `null` for none. */
export function ownWords(text: string): string | null {
  const clean = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()

  return clean === '' ? null : clean
}

/** Returns what is said of a destination in a form that can be compared: words by language, none where there are none. */
export function toOwnSayings({ isHidden, isFeatured, rank, texts }: DestinationEdit) {
  const worded = texts.filter(({ name, text }) => name !== null || text !== null)

  return {
    isHidden,
    isFeatured,
    rank,
    texts: Object.fromEntries(worded.map(({ locale, ...words }) => [locale, words])),
  }
}

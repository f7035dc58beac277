import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { foldedName, searchDestinations } from '#components/catalog/search-destinations.ts'
import { foldForSearch, type SearchName } from '#lib/core/rules/search-names.ts'

type Index = { rows: readonly BoardRow[]; others: OtherNames; texts: readonly string[] }

let last: Index | undefined

/**
 * The same answer as `searchDestinations`, sooner: one look into all that a row is found by leaves out nearly all of them.
 * Typos are looked for only where nothing was meant literally, since they are shown nowhere else.
 */
export function searchIndexed(rows: readonly BoardRow[], others: OtherNames, text: string): BoardRow[] {
  const query = foldForSearch(text)
  if (query === '') return []
  const texts = indexOf(rows, others)
  const literal = rows.filter((_, at) => texts[at]?.includes(` ${query}`))

  return searchDestinations(literal.length > 0 ? literal : rows, others, text)
}

/** The texts that rows are found by. Made once for the same rows and names: before the first letter, by whoever can. */
export function indexOf(rows: readonly BoardRow[], others: OtherNames): readonly string[] {
  if (last?.rows !== rows || last.others !== others) last = { rows, others, texts: rows.map(textWith(others)) }

  return last.texts
}

/** Names and codes with a space before each word and a line for each, so that no query reaches from one into the next. */
const textWith = (others: OtherNames) => (row: BoardRow) =>
  [foldedName(row), ...(others.get(row[0]) ?? []).flatMap(wordsOf)].map((words) => ` ${words}`).join('\n')

const wordsOf = ({ folded, codes }: SearchName) => [folded, ...codes.map((code) => code.toLowerCase())]

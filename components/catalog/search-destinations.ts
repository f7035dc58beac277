import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { foldForSearch, meantName, rankMatch, type SearchName } from '#lib/core/rules/search-names.ts'

const folded = new WeakMap<BoardRow, string>()

type Index = { rows: readonly BoardRow[]; others: OtherNames; texts: readonly string[] }

let last: Index | undefined

/**
 * Returns the rows that answer a query, best first; rows of equal rank keep their order. A typo is only worth showing where
 * nothing was meant literally: one look into all that a row is found by leaves out nearly all rows.
 */
export function searchDestinations(rows: readonly BoardRow[], others: OtherNames, text: string): BoardRow[] {
  const query = foldForSearch(text)
  if (query === '') return []
  const texts = textsOf(rows, others)
  const literal = rows.filter((_, at) => texts[at]?.includes(` ${query}`))
  const found = (literal.length > 0 ? literal : rows).flatMap((row) => {
    const rank = rankMatch(query, foldedName(row), others.get(row[0]) ?? [])

    return rank === null ? [] : { row, rank }
  })

  return found.sort((a, b) => a.rank - b.rank).map(({ row }) => row)
}

/**
 * What rows are found by: names and codes with a space before each word and a line for each, so that no query reaches from
 * one into the next. Made once for the same rows and names: before the first letter, by whoever can.
 */
export function textsOf(rows: readonly BoardRow[], others: OtherNames): readonly string[] {
  if (last?.rows !== rows || last.others !== others) last = { rows, others, texts: rows.map(textWith(others)) }

  return last.texts
}

const textWith = (others: OtherNames) => (row: BoardRow) =>
  [foldedName(row), ...(others.get(row[0]) ?? []).flatMap(wordsOf)].map((words) => ` ${words}`).join('\n')

const wordsOf = ({ folded: name, codes }: SearchName) => [name, ...codes.map((code) => code.toLowerCase())]

/**
 * Returns the other name of a row that a query meant, for "Tokyo (NRT)" beside Japan; `null` when the name itself was
 * meant, or the other one says no more than the query.
 */
export function matchedName(row: BoardRow, others: OtherNames, text: string): string | null {
  const query = foldForSearch(text)

  return ` ${foldedName(row)}`.includes(` ${query}`) ? null : meantName(query, others.get(row[0]) ?? [])
}

/** The name of a row as the search compares it. */
export function foldedName(row: BoardRow): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const name = foldForSearch(row[1])
  folded.set(row, name)

  return name
}

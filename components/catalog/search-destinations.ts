import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { foldForSearch, isGuess, meantName, rankMatch } from '#lib/core/rules/search-names.ts'

const folded = new WeakMap<BoardRow, string>()

/** Returns the rows that answer a query, best first; rows of equal rank keep their order. */
export function searchDestinations(rows: readonly BoardRow[], others: OtherNames, text: string): BoardRow[] {
  const query = foldForSearch(text)
  if (query === '') return []
  const found: { row: BoardRow; rank: number }[] = []
  for (const row of rows) {
    const rank = rankMatch(query, foldedName(row), others.get(row[0]) ?? [])
    if (rank !== null) found.push({ row, rank })
  }
  // A typo is only worth showing where nothing was meant literally.
  const literal = found.filter(({ rank }) => !isGuess(rank))

  return (literal.length > 0 ? literal : found).sort((a, b) => a.rank - b.rank).map(({ row }) => row)
}

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

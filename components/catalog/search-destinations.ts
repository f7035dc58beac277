import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { foldForSearch, rankMatch } from '#lib/core/rules/search-names.ts'

const folded = new WeakMap<BoardRow, string>()

/** Returns the rows that answer a query, best first; rows of equal rank keep their order. */
export function searchDestinations(rows: readonly BoardRow[], others: OtherNames, text: string): BoardRow[] {
  const query = foldForSearch(text)
  if (query === '') return []
  const found: { row: BoardRow; rank: number }[] = []
  for (const row of rows) {
    const rank = rankMatch(query, foldedName(row), others.get(row[0]) ?? '')
    if (rank !== null) found.push({ row, rank })
  }
  // A typo is only worth showing where nothing was meant literally.
  const literal = found.filter(({ rank }) => rank < 4)

  return (literal.length > 0 ? literal : found).sort((a, b) => a.rank - b.rank).map(({ row }) => row)
}

/** Returns the word among the other names that a query meant, for "also Jakarta"; `null` when the name itself did. */
export function matchedOtherName(others: string | undefined, text: string): string | null {
  const query = foldForSearch(text)
  if (!others || query === '') return null

  const word = others.split(' ').find((name) => name.startsWith(query))

  return word ? word.charAt(0).toUpperCase() + word.slice(1) : null
}

function foldedName(row: BoardRow): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const name = foldForSearch(row[1])
  folded.set(row, name)

  return name
}

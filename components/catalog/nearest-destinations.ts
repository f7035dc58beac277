import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { foldedName } from '#components/catalog/search-destinations.ts'
import { foldForSearch } from '#lib/core/rules/search-names.ts'

const ALIKE = 0.4
const MAX = 3

/** Returns the rows whose names are most like what was typed, the nearest first: for a query that nothing answers. */
export function nearestDestinations(rows: readonly BoardRow[], others: OtherNames, text: string): BoardRow[] {
  const query = foldForSearch(text)
  const found = rows.map((row) => {
    const names = [foldedName(row), ...(others.get(row[0]) ?? []).map(({ folded }) => folded)]

    return { row, near: Math.max(...names.map((name) => likeness(query, name))) }
  })

  const least = Math.max(ALIKE, 0.75 * Math.max(...found.map(({ near }) => near)))

  return found
    .filter(({ near }) => near >= least)
    .sort((a, b) => b.near - a.near)
    .slice(0, MAX)
    .map(({ row }) => row)
}

/** How alike two folded texts are, from 0 to 1: by the pairs of letters that they share. */
function likeness(a: string, b: string): number {
  const [pairs, others] = [pairsOf(a), pairsOf(b)]
  const total = pairs.length + others.length
  const shared = pairs.filter((pair) => {
    const at = others.indexOf(pair)
    if (at >= 0) others.splice(at, 1)

    return at >= 0
  })

  return total === 0 ? 0 : (2 * shared.length) / total
}

function pairsOf(text: string): string[] {
  const padded = ` ${text} `

  return Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2))
}

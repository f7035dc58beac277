import type { SearchName } from '#lib/core/rules/search-names.ts'
import { SHELVES, type Shelf } from '#lib/settings/rules/shop.ts'

/**
 * One row of the board. `flag` names its picture on a sheet and is '' for several countries; `price` is '' when nothing
 * is on sale. `count` says how many networks a country has, or how many countries a group; 0 when not stated.
 */
export type BoardRow = [
  slug: string,
  name: string,
  flag: string,
  shelf: Shelf,
  price: string,
  generation: string,
  count: number,
]

/**
 * Returns the price of a row in minor units, for a list whose prices have one currency and one number of digits: `scale` is
 * what their figures count in minor units. `Infinity` where nothing is on sale.
 */
export function rowMinor([, , , , price]: BoardRow, scale = 1): number {
  return Number(price.replaceAll(/\D/g, '')) * scale || Infinity
}

/** Returns what marks the price of a row where it follows the choice of the browser, as `Price` does elsewhere. */
export function priceMark(row: BoardRow, scale: number | undefined) {
  return scale && row[4] ? { 'data-price': rowMinor(row, scale), suppressHydrationWarning: true } : {}
}

/** All rows as one text: the list is in the page twice, as elements and as data, and quotes cost more than words. */
export type PackedRows = { text: string }

/** Further names of a destination for the search, by its slug. */
export type OtherNames = Map<string, readonly SearchName[]>

const known = new WeakMap<PackedRows, readonly BoardRow[]>()

/** Writes rows as columns: alike values next to each other cost least. A column is a line; `|` parts its values. */
export function packRows(rows: readonly BoardRow[]): PackedRows {
  const items = rows.map(([slug, name, flag, shelf, price, generation, count]) => {
    const plain = name.replaceAll(/[|\n]/g, ' ')
    const address = slug === slugFrom(plain) ? '' : slug

    return [plain, address, flag, SHELVES.indexOf(shelf), price, generation[0] ?? '', count || '']
  })

  return { text: Array.from({ length: 7 }, (_, column) => items.map((item) => item[column]).join('|')).join('\n') }
}

/** Reads what `packRows` wrote. The rows of one packet are read once and stay the same objects. */
export function readRows(packed: PackedRows): readonly BoardRow[] {
  const rows = known.get(packed) ?? readColumns(packed.text.split('\n').map((column) => column.split('|')))
  known.set(packed, rows)

  return rows
}

function readColumns([names = [], slugs, flags, shelves, prices, generations, counts]: string[][]): BoardRow[] {
  return names
    .filter(Boolean)
    .map((name, row) => [
      slugs?.[row] || slugFrom(name),
      name,
      flags?.[row] ?? '',
      SHELVES[Number(shelves?.[row])] ?? 'more',
      prices?.[row] ?? '',
      generations?.[row] ? `${generations[row]}G` : '',
      Number(counts?.[row]),
    ])
}

function slugFrom(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

import { SHELVES, type Shelf } from '#lib/domain/shop.ts'

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

/** All rows as one text: the list is in the page twice, as elements and as data, and quotes cost more than words. */
export type PackedRows = { text: string }

/** Further names of a destination for the search, folded, by its slug. */
export type OtherNames = Map<string, string>

const known = new WeakMap<PackedRows, readonly BoardRow[]>()

/** Writes rows as a line each: name, address where the name does not give it, flag, shelf, price, generation, count. */
export function packRows(rows: readonly BoardRow[]): PackedRows {
  const lines = rows.map(([slug, name, flag, shelf, price, generation, count]) => {
    const plain = name.replaceAll(/[|\n]/g, ' ')
    const fields = [plain, slug === slugFrom(plain) ? '' : slug, flag, SHELVES.indexOf(shelf), price, generation[0]]

    return [...fields, count || ''].join('|')
  })

  return { text: lines.join('\n') }
}

/** Reads what `packRows` wrote. The rows of one packet are read once and stay the same objects. */
export function readRows(packed: PackedRows): readonly BoardRow[] {
  const rows = known.get(packed) ?? packed.text.split('\n').filter(Boolean).map(readRow)
  known.set(packed, rows)

  return rows
}

function readRow(line: string): BoardRow {
  const [name = '', slug, flag = '', shelf, price = '', generation, count] = line.split('|')

  return [
    slug || slugFrom(name),
    name,
    flag,
    SHELVES[Number(shelf)] ?? 'more',
    price,
    generation ? `${generation}G` : '',
    Number(count),
  ]
}

function slugFrom(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

import { Flag, sheetAddress } from '#components/ui/flag.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'
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

export type RowWords = {
  /** The start of every destination's address in this language. */
  base: string
  tag: string
  networks: PluralForms
  countries: PluralForms
  noPrice: string
}

type BoardRowsProps = { rows: readonly BoardRow[]; words: RowWords }

/**
 * The rows of the arrivals board: flag, name, what is known of the networks, lowest price.
 *
 * Elements instead of classes: every attribute here is sent two hundred times.
 */
export function BoardRows({ rows, words }: BoardRowsProps) {
  return (
    <ul className="rows">
      {rows.map((row) => {
        const [slug, name, flag, shelf, price, , count] = row

        return (
          <li key={slug} className={shelf}>
            <a href={words.base + slug}>
              {flag ? (
                // biome-ignore lint/performance/noImgElement: a prepared vector sheet; size and edge come from the sheet.
                <img src={sheetAddress(flag)} alt="" loading="lazy" />
              ) : (
                <Flag iso2={null} count={count || null} />
              )}
              <b>
                {name}
                <small>{rowFacts(row, words)}</small>
              </b>
              {price ? <strong>{price}</strong> : <em>{words.noPrice}</em>}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function rowFacts([, , flag, , , generation, count]: BoardRow, words: RowWords): string {
  const counted = count > 0 ? pluralText(flag ? words.networks : words.countries, count, words.tag) : ''

  return [generation, counted].filter(Boolean).join(' · ')
}

import { memo } from 'react'
import { type BoardRow, priceMark } from '#components/catalog/board-row.ts'
import type { RowLabels } from '#components/catalog/home-labels.ts'
import { Flag, sheetAddress } from '#components/ui/flag.tsx'
import { pluralText } from '#lib/core/i18n/plurals.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

/**
 * The rows of the arrivals board: flag, name, what is known of the networks, lowest price.
 *
 * Elements instead of classes: every attribute here is sent two hundred times. Made anew only for other rows, and not for
 * each letter in the field above them.
 */
export const BoardRows = memo(function BoardRows({ rows, labels }: { rows: readonly BoardRow[]; labels: RowLabels }) {
  // Rows count to the same few figures, and to write one takes as long as the rest of a row.
  const counted = new Map<string, string>()

  return (
    <ul className="rows">
      {rows.map((row) => {
        const [slug, name, flag, shelf, price, , count] = row

        return (
          <li key={slug} className={shelf}>
            <a href={labels.base + slug}>
              {flag ? (
                // biome-ignore lint/performance/noImgElement: a prepared vector sheet; size and edge come from the sheet.
                <img src={sheetAddress(flag)} alt="" loading="lazy" />
              ) : (
                <Flag iso2={null} count={count || null} />
              )}
              <b>
                {name}
                <small>{rowDetails(row, labels, counted)}</small>
              </b>
              {price ? <strong {...priceMark(row, labels.scale)}>{price}</strong> : <em>{labels.noPrice}</em>}
            </a>
          </li>
        )
      })}
    </ul>
  )
})

function rowDetails(
  [, , flag, , , generation, count]: BoardRow,
  labels: RowLabels,
  counted: Map<string, string>,
): string {
  if (count === 0) return generation
  const key = `${flag ? 'networks' : 'countries'} ${count}`
  const text = counted.get(key) ?? pluralText(flag ? labels.networks : labels.countries, count, labels.tag)
  counted.set(key, text)

  return [generation, text].filter(Boolean).join(' · ')
}

export type ShelfTab = { shelf: Shelf | 'all'; name: string; count: number }

type ShelfTabsProps = {
  label: string
  tabs: readonly ShelfTab[]
  current: Shelf | 'all'
  onChange: (shelf: Shelf | 'all') => void
}

/** One choice out of the shelves. Before scripts have loaded the style sheet alone filters the rows by it. */
export function ShelfTabs({ label, tabs, current, onChange }: ShelfTabsProps) {
  return (
    <fieldset className="tabs">
      <legend className="sr-only">{label}</legend>
      {tabs.map(({ shelf, name, count }) => (
        <label key={shelf}>
          <input type="radio" name="shelf" id={shelf} checked={shelf === current} onChange={() => onChange(shelf)} />
          {name}
          <span>{count}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the rows of a shelf. */
export function onShelf(rows: readonly BoardRow[], shelf: Shelf | 'all'): readonly BoardRow[] {
  return shelf === 'all' ? rows : rows.filter((row) => row[3] === shelf)
}

/** Returns the tabs that hold something, "all" first. */
export function tabsOf(rows: readonly { 3: Shelf }[], names: Record<Shelf | 'all', string>): ShelfTab[] {
  const counts = new Map<Shelf, number>()
  for (const row of rows) counts.set(row[3], (counts.get(row[3]) ?? 0) + 1)
  const shelves = (Object.keys(names) as (Shelf | 'all')[]).filter((key): key is Shelf => key !== 'all')
  const filled = shelves.filter((shelf) => counts.has(shelf))

  return [
    { shelf: 'all', name: names.all, count: rows.length },
    ...filled.map((shelf) => ({ shelf, name: names[shelf], count: counts.get(shelf) ?? 0 })),
  ]
}

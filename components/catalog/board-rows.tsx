import { memo } from 'react'
import { type BoardRow, priceMark } from '#components/catalog/board-row.ts'
import type { RowLabels } from '#components/catalog/home-labels.ts'
import { Flag, sheetAddress } from '#components/ui/flag.tsx'
import { pluralText } from '#lib/core/i18n/plurals.ts'

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

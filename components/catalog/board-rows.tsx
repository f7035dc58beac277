import type { BoardRow } from '#components/catalog/board-row.ts'
import { Flag } from '#components/ui/flag.tsx'
import { type PluralForms, pluralText } from '#lib/i18n/plurals.ts'

export type RowWords = {
  /** The start of every destination's address in this language. */
  base: string
  tag: string
  networks: PluralForms
  countries: PluralForms
  noPrice: string
}

type BoardRowsProps = { rows: readonly BoardRow[]; words: RowWords; eager?: number }

/**
 * The rows of the arrivals board: flag, name, what is known of the networks, lowest price.
 *
 * Elements instead of classes: every attribute here is sent two hundred times.
 */
export function BoardRows({ rows, words, eager = 0 }: BoardRowsProps) {
  return (
    <ul className="rows">
      {rows.map((row, index) => {
        const [slug, name, iso2, shelf, price, , , , countries] = row

        return (
          <li key={slug} className={shelf}>
            <a href={words.base + slug}>
              {iso2 ? (
                // biome-ignore lint/performance/noImgElement: a prepared vector file; size and edge come from the sheet.
                <img src={`/flags/${iso2.toLowerCase()}.svg`} alt="" loading={index >= eager ? 'lazy' : undefined} />
              ) : (
                <Flag iso2={null} count={countries || null} />
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

function rowFacts([, , iso2, , , , generation, networks, countries]: BoardRow, words: RowWords): string {
  const parts = [
    generation,
    iso2 === '' && countries > 0 ? pluralText(words.countries, countries, words.tag) : '',
    iso2 !== '' && networks > 0 ? pluralText(words.networks, networks, words.tag) : '',
  ]

  return parts.filter(Boolean).join(' · ')
}

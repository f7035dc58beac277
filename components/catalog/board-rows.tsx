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

/** The rows of the arrivals board: flag, name, what is known of the networks, lowest price. */
export function BoardRows({ rows, words, eager = 0 }: BoardRowsProps) {
  return (
    <ul className="rows">
      {rows.map((row, index) => {
        const [slug, name, iso2, shelf, price, , , , countries] = row

        return (
          <li key={slug} className={shelf}>
            <a href={words.base + slug}>
              <Flag iso2={iso2 || null} count={countries || null} lazy={index >= eager} />
              <span className="n">
                {name}
                <small>{rowFacts(row, words)}</small>
              </span>
              <span className={price ? 'price' : 'price none'}>{price || words.noPrice}</span>
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

import type { BoardRow } from '#components/catalog/board-row.ts'
import { Flag, ListedFlag } from '#components/ui/flag.tsx'
import { fillText, type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

type SearchHitsProps = {
  id: string
  isShown: boolean
  hits: readonly BoardRow[]
  query: string
  chosen: BoardRow | undefined
  alsoOf: (slug: string) => string | null
  words: {
    base: string
    allHref: string
    results: string
    none: string
    noneHint: string
    also: string
    tag: string
    countries: PluralForms
  }
}

/** The list under the search field. Its place is above the page, so nothing moves when it opens. */
export function SearchHits({ id, isShown, hits, query, chosen, alsoOf, words }: SearchHitsProps) {
  if (isShown && hits.length === 0) {
    return (
      <div className="hits hits-none">
        <p>{words.none}</p>
        <a className="text-link" href={words.allHref}>
          {words.noneHint}
        </a>
      </div>
    )
  }

  return (
    <div className="hits" id={id} role="listbox" aria-label={words.results} hidden={!isShown}>
      {hits.map((row) => {
        const [slug, name, flag, , price, , count] = row
        const also = alsoOf(slug)

        return (
          <a
            key={slug}
            id={`${id}-${slug}`}
            role="option"
            aria-selected={row === chosen}
            tabIndex={-1}
            href={words.base + slug}
          >
            {flag ? <ListedFlag flag={flag} lazy={false} /> : <Flag iso2={null} count={count || null} />}
            <span>
              <b>
                <Marked text={name} part={query.trim()} />
              </b>
              {also ? <span className="soft small"> {fillText(words.also, { names: also })}</span> : null}
              {flag === '' && count > 0 ? (
                <span className="soft small"> {pluralText(words.countries, count, words.tag)}</span>
              ) : null}
            </span>
            <span className="price">{price}</span>
          </a>
        )
      })}
    </div>
  )
}

function Marked({ text, part }: { text: string; part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase())
  if (start < 0 || part === '') return text

  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, start + part.length)}</mark>
      {text.slice(start + part.length)}
    </>
  )
}

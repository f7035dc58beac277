'use client'

import { useRouter } from 'next/navigation'
import { type BoardRow, type PackedRows, priceMark } from '#components/catalog/board-row.ts'
import { FinderField, useFinder } from '#components/catalog/finder.tsx'
import type { HomeSearchLabels } from '#components/catalog/home-labels.ts'
import { nearestDestinations } from '#components/catalog/nearest-destinations.ts'
import { TripDates } from '#components/catalog/trip-dates.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag, ListedFlag } from '#components/ui/flag.tsx'
import { fillText, type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

const SHOWN = 7

/** Where to and when. */
export function HomeSearch({ packed, labels }: { packed: PackedRows; labels: HomeSearchLabels }) {
  const router = useRouter()
  const finder = useFinder(packed, { indexUrl: labels.indexUrl, max: SHOWN })
  const { id, query, hits, isShown, marked, meantBy } = finder
  const go = (href: string) => router.push(href as Parameters<typeof router.push>[0])

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is younger than the phones this shop serves.
    <form
      className="ticket go-bar"
      role="search"
      action={labels.allHref}
      onSubmit={(event) => {
        event.preventDefault()
        go(query && marked ? labels.base + marked[0] : labels.allHref + (query && `#q=${encodeURIComponent(query)}`))
      }}
      onBlur={(event) => {
        if (!event.relatedTarget?.closest('.find')) finder.close()
      }}
    >
      <FinderField finder={finder} icon="search" labels={labels} input={{ id: 'where', enterKeyHint: 'search' }}>
        <SearchHits
          id={id}
          isShown={isShown}
          hits={hits}
          query={query}
          chosen={marked}
          meantBy={meantBy}
          nearest={isShown && hits.length === 0 ? nearestDestinations(finder.rows, finder.names, query) : []}
          labels={{ ...labels, none: fillText(labels.none, { query }) }}
        />
      </FinderField>
      <div className="trip tear-down">
        <TripDates labels={labels} />
        <Button type="submit" tone="primary">
          {labels.submit}
        </Button>
      </div>
    </form>
  )
}

type SearchHitsProps = {
  id: string
  isShown: boolean
  hits: readonly BoardRow[]
  query: string
  chosen: BoardRow | undefined
  meantBy: (row: BoardRow) => string | null
  nearest: readonly BoardRow[]
  labels: {
    base: string
    allHref: string
    results: string
    none: string
    noneHint: string
    nearest: string
    tag: string
    countries: PluralForms
    scale?: number
  }
}

/** The list under the search field. Its place is above the page, so nothing moves when it opens. */
function SearchHits({ id, isShown, hits, query, chosen, meantBy, nearest, labels }: SearchHitsProps) {
  if (isShown && hits.length === 0) {
    return (
      <div className="hits hits-none">
        <p>{labels.none}</p>
        {nearest.length > 0 ? <p className="soft small">{labels.nearest}</p> : null}
        {nearest.map((row) => {
          const [slug, name, flag, , price, , count] = row

          return (
            <a key={slug} className="near" href={labels.base + slug}>
              {flag ? <ListedFlag flag={flag} lazy={false} /> : <Flag iso2={null} count={count || null} />}
              <b>{name}</b>
              <span className="price" {...priceMark(row, labels.scale)}>
                {price}
              </span>
            </a>
          )
        })}
        <a className="text-link" href={labels.allHref}>
          {labels.noneHint}
        </a>
      </div>
    )
  }

  return (
    <div className="hits" id={id} role="listbox" aria-label={labels.results} hidden={!isShown}>
      {hits.map((row) => {
        const [slug, name, flag, , price, , count] = row
        const meant = meantBy(row)

        return (
          <a
            key={slug}
            id={`${id}-${slug}`}
            role="option"
            aria-selected={row === chosen}
            tabIndex={-1}
            href={labels.base + slug}
          >
            {flag ? <ListedFlag flag={flag} lazy={false} /> : <Flag iso2={null} count={count || null} />}
            <span>
              <b>
                <Marked text={name} part={query.trim()} />
              </b>
              {meant ? (
                <span className="soft small">
                  {' '}
                  <bdi>{meant}</bdi>
                </span>
              ) : null}
              {flag === '' && count > 0 ? (
                <span className="soft small"> {pluralText(labels.countries, count, labels.tag)}</span>
              ) : null}
            </span>
            <span className="price" {...priceMark(row, labels.scale)}>
              {price}
            </span>
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

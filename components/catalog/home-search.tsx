'use client'

import { useRouter } from 'next/navigation'
import type { PackedRows } from '#components/catalog/board-row.ts'
import { FinderField, type FinderWords } from '#components/catalog/finder-field.tsx'
import { SearchHits } from '#components/catalog/search-hits.tsx'
import { TripDates, type TripWords } from '#components/catalog/trip-dates.tsx'
import { useFinder } from '#components/catalog/use-finder.ts'
import { Button } from '#components/ui/button.tsx'
import { fillText, type PluralForms } from '#lib/core/i18n/plurals.ts'

const SHOWN = 7

export type HomeSearchWords = TripWords &
  FinderWords & {
    base: string
    allHref: string
    indexUrl: string
    submit: string
    results: string
    none: string
    noneHint: string
    also: string
    countries: PluralForms
  }

/** Where to and when. */
export function HomeSearch({ packed, words }: { packed: PackedRows; words: HomeSearchWords }) {
  const router = useRouter()
  const finder = useFinder(packed, { indexUrl: words.indexUrl, most: SHOWN })
  const { id, query, hits, isShown, marked, alsoOf } = finder
  const go = (href: string) => router.push(href as Parameters<typeof router.push>[0])

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is younger than the phones this shop serves.
    <form
      className="ticket go-bar"
      role="search"
      action={words.allHref}
      onSubmit={(event) => {
        event.preventDefault()
        go(query && marked ? words.base + marked[0] : words.allHref)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) finder.close()
      }}
    >
      <FinderField finder={finder} icon="search" words={words} input={{ id: 'where', enterKeyHint: 'search' }}>
        <SearchHits
          id={id}
          isShown={isShown}
          hits={hits}
          query={query}
          chosen={marked}
          alsoOf={alsoOf}
          words={{ ...words, none: fillText(words.none, { query }) }}
        />
      </FinderField>
      <div className="trip tear-down">
        <TripDates words={words} />
        <Button type="submit" tone="primary">
          {words.submit}
        </Button>
      </div>
    </form>
  )
}

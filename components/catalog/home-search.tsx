'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { type PackedRows, readRows } from '#components/catalog/board-row.ts'
import { matchedOtherName, searchDestinations } from '#components/catalog/search-destinations.ts'
import { SearchHits } from '#components/catalog/search-hits.tsx'
import { TripDates, type TripWords } from '#components/catalog/trip-dates.tsx'
import { useOtherNames } from '#components/catalog/use-other-names.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { fillText, type PluralForms, pluralText } from '#lib/i18n/plurals.ts'

const SHOWN = 7

export type HomeSearchWords = TripWords & {
  base: string
  allHref: string
  indexUrl: string
  label: string
  placeholder: string
  submit: string
  results: string
  count: PluralForms
  none: string
  noneHint: string
  also: string
  countries: PluralForms
}

/** Where to and when. Results come from the rows that are already in the page; no key press asks the server. */
export function HomeSearch({ packed, words }: { packed: PackedRows; words: HomeSearchWords }) {
  const rows = readRows(packed)
  const router = useRouter()
  const list = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [names, loadNames] = useOtherNames(words.indexUrl)
  const query = useDeferredValue(text)
  const found = useMemo(() => searchDestinations(rows, names, query), [rows, names, query])
  const hits = found.slice(0, SHOWN)
  const isShown = isOpen && query.trim() !== ''
  const chosen = hits[Math.min(active, hits.length - 1)]
  const go = (href: string) => router.push(href as Parameters<typeof router.push>[0])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') setOpen(false)
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setOpen(true)
    setActive((now) => (now + step + hits.length) % hits.length)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is younger than the phones this shop serves.
    <form
      className="ticket go-bar"
      role="search"
      action={words.allHref}
      onSubmit={(event) => {
        event.preventDefault()
        go(text.trim() && chosen ? words.base + chosen[0] : words.allHref)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className="find">
        <Icon name="search" />
        <div>
          <label className="cap" htmlFor="where">
            {words.label}
          </label>
          <input
            id="where"
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder={words.placeholder}
            value={text}
            aria-expanded={isShown && hits.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={isShown && chosen ? `${list}-${chosen[0]}` : undefined}
            onFocus={loadNames}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
              setOpen(true)
              loadNames()
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <p className="sr-only" aria-live="polite">
          {isShown ? pluralText(words.count, found.length, words.tag) : ''}
        </p>
        <SearchHits
          id={list}
          isShown={isShown}
          hits={hits}
          query={query}
          chosen={chosen}
          alsoOf={(slug) => matchedOtherName(names.get(slug), query)}
          words={{ ...words, none: fillText(words.none, { query: query.trim() }) }}
        />
      </div>
      <div className="trip tear-down">
        <TripDates words={words} />
        <Button type="submit" tone="primary">
          {words.submit}
        </Button>
      </div>
    </form>
  )
}

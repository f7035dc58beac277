'use client'

import { useDeferredValue, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Flag, ListedFlag } from '#components/ui/flag.tsx'
import { fillText } from '#lib/core/i18n/plurals.ts'
import { foldForSearch } from '#lib/core/rules/search-names.ts'

/** Somewhere eSIMs of a brand work; `words` are all that it may be searched by, folded. */
export type BrandPlace = { key: number; name: string; flag: string | null; searchText: string }

/** Places by continent; one group without a name where nobody has grouped them. */
export type PlaceGroup = { name: string | null; places: BrandPlace[] }

/** Returns the places whose names hold a text, in their groups. */
export function findPlaces(groups: readonly PlaceGroup[], text: string): PlaceGroup[] {
  const query = foldForSearch(text)

  return groups
    .map(({ name, places }) => ({ name, places: places.filter(({ searchText }) => searchText.includes(query)) }))
    .filter(({ places }) => places.length > 0)
}

const SEARCHED_FROM = 8

type BrandPlacesProps = { groups: PlaceGroup[]; labels: { find: string; none: string; clear: string } }

/** The places of a brand, with a search in the browser. Without scripts all of them are there. */
export function BrandPlaces({ groups, labels }: BrandPlacesProps) {
  const id = useId()
  const [text, setText] = useState('')
  const count = groups.reduce((sum, { places }) => sum + places.length, 0)
  const shown = findPlaces(groups, useDeferredValue(text))

  return (
    <div className="stack mt-3">
      {count >= SEARCHED_FROM ? (
        <div className="field brand-find">
          <label htmlFor={id}>{labels.find}</label>
          <input
            id={id}
            className="input"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      ) : null}
      <div aria-live="polite">
        {shown.length === 0 ? (
          <div className="stack gap-3">
            <p>{fillText(labels.none, { query: text.trim() })}</p>
            <p>
              <Button size="small" onClick={() => setText('')}>
                {labels.clear}
              </Button>
            </p>
          </div>
        ) : null}
      </div>
      <div>
        {shown.map(({ name, places }) => (
          <section key={name ?? ''} className="brand-shelf">
            {name === null ? null : <h3 className="cap font-text">{name}</h3>}
            <ul className="coverage mt-1">
              {places.map((place) => (
                <li key={place.key}>
                  {place.flag ? <ListedFlag flag={place.flag} size="small" /> : <Flag iso2={null} size="small" />}
                  <bdi>{place.name}</bdi>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

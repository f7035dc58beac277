'use client'

import type { BoardRow, PackedRows } from '#components/catalog/board-row.ts'
import { FinderField, type FinderLabels } from '#components/catalog/finder-field.tsx'
import { isoOf } from '#components/catalog/trip/trip-countries.ts'
import { useFinder } from '#components/catalog/use-finder.ts'
import { ListedFlag } from '#components/ui/flag.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { fillText } from '#lib/core/i18n/plurals.ts'

const SHOWN = 6

export type PickerLabels = FinderLabels & { indexUrl: string; results: string; none: string }

type CountryPickerProps = {
  packed: PackedRows
  chosen: ReadonlySet<string>
  labels: PickerLabels
  onChoose: (iso2: string) => void
}

/** A field that finds a country by any of its names and adds it to the trip. */
export function CountryPicker({ packed, chosen, labels, onChoose }: CountryPickerProps) {
  const finder = useFinder(packed, {
    indexUrl: labels.indexUrl,
    max: SHOWN,
    isLeft: (row) => !chosen.has(isoOf(row)),
  })
  const { id, query, hits, isShown, marked, meantBy } = finder
  const field = finder.input.ref
  const choose = (row: BoardRow) => {
    // The field goes with the last country that a trip may have.
    if (field.current) keepPlace(field.current, '.stop:last-child select')
    onChoose(isoOf(row))
    finder.clear()
    field.current?.focus()
  }

  return (
    <FinderField
      finder={finder}
      icon="plus"
      labels={labels}
      input={{
        id: `${id}-field`,
        onBlur: finder.close,
        onKeyDown: (event) => {
          finder.input.onKeyDown(event)
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (isShown && marked) choose(marked)
        },
      }}
    >
      {isShown && hits.length === 0 ? (
        <p className="hits hits-none">{fillText(labels.none, { query })}</p>
      ) : (
        <div className="hits" id={id} role="listbox" aria-label={labels.results} hidden={!isShown}>
          {hits.map((row) => (
            <CountryHit
              key={row[0]}
              id={`${id}-${row[0]}`}
              row={row}
              isMarked={row === marked}
              meant={meantBy(row)}
              onChoose={() => choose(row)}
            />
          ))}
        </div>
      )}
    </FinderField>
  )
}

type CountryHitProps = { id: string; row: BoardRow; isMarked: boolean; meant: string | null; onChoose: () => void }

function CountryHit({ id, row, isMarked, meant, onChoose }: CountryHitProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      tabIndex={-1}
      // The field keeps the focus, so that the list is still there when the press ends.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <ListedFlag flag={row[2]} lazy={false} />
      <span>
        <b>{row[1]}</b>
        {meant ? (
          <span className="soft small">
            {' '}
            <bdi>{meant}</bdi>
          </span>
        ) : null}
      </span>
    </div>
  )
}

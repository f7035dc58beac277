'use client'

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type BoardRow, type PackedRows, readRows } from '#components/catalog/board-row.ts'
import { matchedOtherName, searchDestinations } from '#components/catalog/search-destinations.ts'
import { useOtherNames } from '#components/catalog/use-other-names.ts'
import { isoOf } from '#components/trip/trip-countries.ts'
import { ListedFlag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { fillText, type PluralForms, pluralText } from '#lib/i18n/plurals.ts'

const SHOWN = 6

export type PickerWords = {
  tag: string
  indexUrl: string
  label: string
  placeholder: string
  results: string
  count: PluralForms
  none: string
  also: string
}

type CountryPickerProps = {
  packed: PackedRows
  chosen: ReadonlySet<string>
  words: PickerWords
  onChoose: (iso2: string) => void
}

/** A field that finds a country by any of its names and adds it to the trip. */
export function CountryPicker({ packed, chosen, words, onChoose }: CountryPickerProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [names, loadNames] = useOtherNames(words.indexUrl)
  const found = searchDestinations(readRows(packed), names, text).filter((row) => !chosen.has(isoOf(row)))
  const hits = found.slice(0, SHOWN)
  const isShown = isOpen && text.trim() !== ''
  const marked = hits[Math.min(active, hits.length - 1)]

  const choose = (row: BoardRow) => {
    onChoose(isoOf(row))
    setText('')
    setActive(0)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key === 'Enter') {
      event.preventDefault()
      if (isShown && marked) choose(marked)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setOpen(true)
    setActive((now) => (now + step + hits.length) % hits.length)
  }

  return (
    <div className="find">
      <Icon name="plus" />
      <div>
        <label className="cap" htmlFor={`${list}-field`}>
          {words.label}
        </label>
        <input
          ref={input}
          id={`${list}-field`}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.placeholder}
          value={text}
          aria-expanded={isShown && hits.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isShown && marked ? `${list}-${isoOf(marked)}` : undefined}
          onFocus={loadNames}
          onBlur={() => setOpen(false)}
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
      {isShown && hits.length === 0 ? (
        <p className="hits hits-none">{fillText(words.none, { query: text.trim() })}</p>
      ) : (
        <div className="hits" id={list} role="listbox" aria-label={words.results} hidden={!isShown}>
          {hits.map((row) => (
            <CountryHit
              key={row[2]}
              id={`${list}-${isoOf(row)}`}
              row={row}
              isMarked={row === marked}
              also={also(words.also, matchedOtherName(names.get(row[0]), text))}
              onChoose={() => choose(row)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type CountryHitProps = { id: string; row: BoardRow; isMarked: boolean; also: string; onChoose: () => void }

function CountryHit({ id, row, isMarked, also, onChoose }: CountryHitProps) {
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
        {also ? <span className="soft small"> {also}</span> : null}
      </span>
    </div>
  )
}

function also(text: string, name: string | null): string {
  return name === null ? '' : fillText(text, { names: name })
}

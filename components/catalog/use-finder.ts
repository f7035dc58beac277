'use client'

import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { type BoardRow, type PackedRows, readRows } from '#components/catalog/board-row.ts'
import { matchedName, searchDestinations } from '#components/catalog/search-destinations.ts'
import { NO_NAMES, useOtherNames } from '#components/catalog/use-other-names.ts'
import { useEarlyText } from '#lib/core/client/early-fields.ts'

type FinderOptions = { indexUrl: string; max: number; isLeft?: (row: BoardRow) => boolean }

/**
 * A field with a list of the rows that answer what is typed, moved through by keys. The rows are in the page already: no
 * key press asks the server. `input` are the properties of the field, `marked` is the row that Enter means.
 */
export function useFinder(packed: PackedRows, { indexUrl, max, isLeft = () => true }: FinderOptions) {
  const rows = readRows(packed)
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [names, loadNames] = useOtherNames(indexUrl, rows)
  const query = text.trim()
  const all = useMemo(() => searchDestinations(rows, names, query), [rows, names, query])
  const found = all.filter(isLeft)
  const hits = found.slice(0, max)
  const isShown = isOpen && query !== '' && (hits.length > 0 || names !== NO_NAMES)
  const marked = hits[Math.min(active, hits.length - 1)]

  const type = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  const ask = (typed: string) => {
    type(typed)
    setOpen(true)
    loadNames()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') setOpen(false)
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setOpen(true)
    setActive((now) => (now + step + hits.length) % hits.length)
  }

  return {
    ...{ id, rows, names, query, found, hits, isShown, marked },
    meantBy: (row: BoardRow) => matchedName(row, names, query),
    close: () => setOpen(false),
    clear: () => type(''),
    input: {
      type: 'text',
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      value: text,
      'aria-expanded': isShown && hits.length > 0,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isShown && marked ? `${id}-${marked[0]}` : undefined,
      onFocus: loadNames,
      ref: useEarlyText(ask),
      onChange: (event: { target: { value: string } }) => ask(event.target.value),
      onKeyDown,
    } as const,
  }
}

export type Finder = ReturnType<typeof useFinder>

'use client'

import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { type BoardRow, type PackedRows, readRows } from '#components/catalog/board-row.ts'
import { matchedName, NO_NAMES, searchDestinations, useOtherNames } from '#components/catalog/search-destinations.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { useEarlyText } from '#lib/core/client/early-fields.ts'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

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

export type FinderLabels = { label: string; placeholder: string; count: PluralForms; tag: string }

type FinderFieldProps = {
  finder: Finder
  icon: IconName
  labels: FinderLabels
  /** What else the field of this page does. */
  input: ComponentProps<'input'> & { id: string }
  /** The list under the field. */
  children: ReactNode
}

/** A search field with its label above it, and how many it found for those who do not see the list. */
export function FinderField({ finder, icon, labels, input, children }: FinderFieldProps) {
  return (
    <div className="find">
      <Icon name={icon} />
      <div>
        <label className="cap" htmlFor={input.id}>
          {labels.label}
        </label>
        <input placeholder={labels.placeholder} {...finder.input} {...input} />
      </div>
      <p className="sr-only" aria-live="polite">
        {finder.isShown ? pluralText(labels.count, finder.found.length, labels.tag) : ''}
      </p>
      {children}
    </div>
  )
}

'use client'

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { preload } from 'react-dom'
import { useAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import { type BoardRow, type PackedRows, readRows, rowMinor } from '#components/catalog/board-row.ts'
import { BoardRows, onShelf, ShelfTabs, tabsOf } from '#components/catalog/board-rows.tsx'
import type { DestinationListLabels } from '#components/catalog/home-labels.ts'
import { nearestDestinations } from '#components/catalog/nearest-destinations.ts'
import { NO_NAMES, searchDestinations, useOtherNames } from '#components/catalog/search-destinations.ts'
import { useAfterPaint } from '#components/ui/after-paint.tsx'
import { Button } from '#components/ui/button.tsx'
import { CurrencyText } from '#components/ui/currency-text.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Board } from '#components/ui/panel.tsx'
import { useEarlyText } from '#lib/core/client/early-fields.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'
import { SHELVES, type Shelf } from '#lib/settings/rules/shop.ts'

type DestinationListProps = {
  packed: PackedRows
  labels: DestinationListLabels
  /** What the page of a destination has for itself, by name and parted by spaces. */
  scripts: string
}

/** More than any screen shows. */
const FIRST_PICTURE = 48
/** More than a phone shows. The style sheet has the same figure for the list that comes back. */
const FIRST_ANSWER = 12
/** Shorter than anybody takes from the last letter to a link. */
const REST_MS = 300

/** Every destination. Shelf, words and order stand in the address; without scripts the shelves still filter. */
export function DestinationList({ packed, labels, scripts }: DestinationListProps) {
  const isDrawn = useAfterPaint()
  const rows = readRows(packed)
  const state = useAddressState()
  const [names, loadNames] = useOtherNames(labels.indexUrl, rows)
  const [text, type] = useTyped(state.get('q') ?? '')
  const isAsked = text.trim() !== ''
  const sort = state.get('sort') ?? ''
  const shelf = toShelf(state.get('shelf'))
  const listed = useMemo(() => onShelf(sorted(rows, sort, labels.tag), shelf), [rows, sort, labels.tag, shelf])
  const found = useMemo(() => searchDestinations(rows, names, text), [rows, names, text])
  const answer = useMemo(() => onShelf(found, shelf), [found, shelf])
  // Until the other names are here, nobody knows that there is nothing of that name.
  const shown = isAsked && (found.length > 0 || names !== NO_NAMES) ? answer : listed
  // What is on the screen is drawn with the letter, and what is below it when there is time.
  const isWhole = useDeferredValue(shown) === shown
  useEffect(() => {
    if (isAsked) loadNames()
  }, [isAsked, loadNames])
  const nearest = isAsked && found.length === 0 ? nearestDestinations(rows, names, text) : []

  return (
    <Board className="full-board" onPointerDown={(event) => preloadScripts(event.target, scripts)}>
      <div className="board-tools">
        <label className="board-find">
          <span className="sr-only">{labels.filter}</span>
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={labels.filter}
            value={text}
            ref={useEarlyText(type)}
            onFocus={loadNames}
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <label className="board-sort">
          <span className="sr-only">{labels.sort}</span>
          <select value={sort} onChange={(event) => writeAddressState({ sort: event.target.value })}>
            {labels.sorts.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </label>
      </div>
      <ShelfTabs
        label={labels.shelves}
        tabs={tabsOf(rows, labels.shelfNames)}
        current={shelf}
        onChange={(next) => writeAddressState({ shelf: next === 'all' ? '' : next })}
      />
      <p className="board-head">
        <span className="num">{labels.readAt}</span>
        <span>
          <CurrencyText of={labels.tax} />
        </span>
      </p>
      <div aria-live="polite">
        {shown.length === 0 ? (
          <div className="board-none">
            <p>
              {fillText(labels.none, { query: text.trim() })} {nearest.length > 0 ? labels.nearest : null}
            </p>
            <Button
              size="small"
              onClick={() => {
                // The button goes away.
                document.querySelector<HTMLElement>('.board-find input')?.focus()
                type('')
                writeAddressState({ shelf: '' })
              }}
            >
              {labels.clear}
            </Button>
          </div>
        ) : isAsked && answer.length > 0 ? (
          <p className="sr-only">{pluralText(labels.count, answer.length, labels.tag)}</p>
        ) : null}
      </div>
      {/* The whole list waits, with its rows as they are, until the field is empty again. */}
      <div hidden={isAsked} className={isWhole ? undefined : 'brief'}>
        <BoardRows rows={isDrawn ? listed : listed.slice(0, FIRST_PICTURE)} labels={labels} />
      </div>
      {isAsked ? (
        <BoardRows
          rows={nearest.length > 0 ? nearest : isWhole ? answer : answer.slice(0, FIRST_ANSWER)}
          labels={labels}
        />
      ) : null}
    </Board>
  )
}

/** Asks for what a page will want together with the page, and not when that has come: a finger's press ends somewhat later. */
function preloadScripts(target: EventTarget, scripts: string): void {
  if (!(target instanceof Element && target.closest('.rows a'))) return
  for (const name of scripts.split(' ')) if (name) preload(`/_next/static/chunks/${name}.js`, { as: 'script' })
}

/**
 * The words that the address says, and how to type others. Those are there at once; the address follows when the typing
 * rests, because router and browser do work of their own for each change of it, and a browser refuses too many of them.
 * A press does not wait for that: a change of the address ends what the router has begun.
 */
function useTyped(said: string): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const write = () => {
      clearTimeout(timer)
      writeAddressState({ q: typed })
      setTyped(null)
    }
    const timer = setTimeout(write, REST_MS)
    document.addEventListener('click', write, true)

    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', write, true)
    }
  }, [typed])

  return [typed ?? said, setTyped]
}

function toShelf(text: string | null): Shelf | 'all' {
  return SHELVES.find((shelf) => shelf === text) ?? 'all'
}

function sorted(rows: readonly BoardRow[], sort: string, tag: string): readonly BoardRow[] {
  if (sort === 'name') return [...rows].sort((a, b) => a[1].localeCompare(b[1], tag))
  if (sort === 'price') return [...rows].sort((a, b) => rowMinor(a) - rowMinor(b))

  return rows
}

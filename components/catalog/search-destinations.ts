'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { foldForSearch, meantName, rankMatch, type SearchName, toSearchNames } from '#lib/core/rules/search-names.ts'
import type { SearchEntry } from '#lib/settings/rules/shop.ts'

const folded = new WeakMap<BoardRow, string>()

type Index = { rows: readonly BoardRow[]; others: OtherNames; texts: readonly string[] }

let last: Index | undefined

/**
 * Returns the rows that answer a query, best first; rows of equal rank keep their order. A typo is only worth showing where
 * nothing was meant literally: one look into all that a row is found by leaves out nearly all rows.
 */
export function searchDestinations(rows: readonly BoardRow[], others: OtherNames, text: string): BoardRow[] {
  const query = foldForSearch(text)
  if (query === '') return []
  const texts = textsOf(rows, others)
  const literal = rows.filter((_, at) => texts[at]?.includes(` ${query}`))
  const found = (literal.length > 0 ? literal : rows).flatMap((row) => {
    const rank = rankMatch(query, foldedName(row), others.get(row[0]) ?? [])

    return rank === null ? [] : { row, rank }
  })

  return found.sort((a, b) => a.rank - b.rank).map(({ row }) => row)
}

/**
 * What rows are found by: names and codes with a space before each word and a line for each, so that no query reaches from
 * one into the next. Made once for the same rows and names: before the first letter, by whoever can.
 */
export function textsOf(rows: readonly BoardRow[], others: OtherNames): readonly string[] {
  if (last?.rows !== rows || last.others !== others) last = { rows, others, texts: rows.map(textWith(others)) }

  return last.texts
}

const textWith = (others: OtherNames) => (row: BoardRow) =>
  [foldedName(row), ...(others.get(row[0]) ?? []).flatMap(wordsOf)].map((words) => ` ${words}`).join('\n')

const wordsOf = ({ folded: name, codes }: SearchName) => [name, ...codes.map((code) => code.toLowerCase())]

/**
 * Returns the other name of a row that a query meant, for "Tokyo (NRT)" beside Japan; `null` when the name itself was
 * meant, or the other one says no more than the query.
 */
export function matchedName(row: BoardRow, others: OtherNames, text: string): string | null {
  const query = foldForSearch(text)

  return ` ${foldedName(row)}`.includes(` ${query}`) ? null : meantName(query, others.get(row[0]) ?? [])
}

/** The name of a row as the search compares it. */
export function foldedName(row: BoardRow): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const name = foldForSearch(row[1])
  folded.set(row, name)

  return name
}

/** The names before any were read: what is not found then may be another name. */
export const NO_NAMES: OtherNames = new Map()

/**
 * Other names of the destinations, read once when somebody is about to search; what a first letter needs is made ready then.
 *
 * Until they are here, and when they cannot be read, the names in the page are searched alone.
 */
export function useOtherNames(url: string, rows: readonly BoardRow[]): [names: OtherNames, load: () => void] {
  const [names, setNames] = useState(NO_NAMES)
  const asked = useRef(false)
  const load = useCallback(() => {
    if (asked.current) return
    asked.current = true
    readNames(url)
      .then(setNames)
      .catch(() => {
        asked.current = false
        setNames(new Map())
      })
  }, [url])

  useEffect(() => {
    if (names === NO_NAMES) return
    textsOf(rows, names)
    // A sheet of flags takes longer to read than a letter may.
    for (const sheet of ['wanted', 'others']) new Image().src = `/flags/${sheet}.svg`
  }, [rows, names])

  return [names, load]
}

async function readNames(url: string): Promise<OtherNames> {
  // A refusal has no data, and fails as an answer that cannot be read.
  const body: { data: SearchEntry[] } = await (await fetch(url)).json()

  return new Map(
    body.data.map(([slug, , iso2, , names, areas]) => [
      slug,
      toSearchNames(partsOf(names), partsOf(areas), iso2 === '' ? 'area' : 'around'),
    ]),
  )
}

function partsOf(text: string): string[] {
  return text.split('|').filter(Boolean)
}

'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { BoardRow, OtherNames } from '#components/catalog/board-row.ts'
import { textsOf } from '#components/catalog/search-destinations.ts'
import { toSearchNames } from '#lib/core/rules/search-names.ts'
import type { SearchEntry } from '#lib/settings/rules/shop.ts'

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

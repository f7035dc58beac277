'use client'

import { useEffect, useState } from 'react'
import { readPlace } from '#lib/catalog/client/places.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

/** Destinations by their slugs; `null` for one that does not exist. */
export type KnownPlaces = ReadonlyMap<string, PlaceOnSale | null>
type Reading = { of: string; places: KnownPlaces; hasFailed: boolean }

const NOTHING: Reading = { of: '', places: new Map(), hasFailed: false }

/**
 * What some destinations sell, read one by one and kept. While others are being read, the former ones stay: whoever says
 * what is *not* sold waits until `isReading` and `hasFailed` are false.
 */
export function usePlaces(locale: string, slugs: readonly string[]) {
  const of = slugs.join(' ')
  const [reading, setReading] = useState(NOTHING)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    let isWanted = true
    setReading((last) => (last.hasFailed ? { ...last, hasFailed: false } : last))
    const wanted = of.split(' ').filter(Boolean)
    Promise.all(wanted.map(async (slug) => [slug, await readPlace(locale, slug)] as const))
      .then((places) => isWanted && setReading({ of, places: new Map(places), hasFailed: false }))
      .catch(() => isWanted && setReading((last) => ({ ...last, hasFailed: true })))

    return () => {
      isWanted = false
    }
  }, [locale, of, attempt])

  return {
    places: reading.places,
    isReading: reading.of !== of && !reading.hasFailed,
    hasFailed: reading.hasFailed,
    again: () => setAttempt(attempt + 1),
  }
}

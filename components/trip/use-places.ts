'use client'

import { useCallback, useEffect, useState } from 'react'
import { readPlace } from '#lib/client/places.ts'
import type { PlaceOnSale } from '#lib/domain/shop.ts'

type Reading = { of: string; places: readonly (PlaceOnSale | null)[]; hasFailed: boolean }

/**
 * What some destinations sell, read one by one and kept. While others are being read, the former ones stay.
 *
 * `null` in the place of one that does not exist.
 */
export function usePlaces(locale: string, slugs: readonly string[]) {
  const of = slugs.join(' ')
  const [reading, setReading] = useState<Reading>({ of: '', places: [], hasFailed: false })
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((number) => number + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    let isWanted = true
    setReading((last) => (last.hasFailed ? { ...last, hasFailed: false } : last))
    const wanted = of === '' ? [] : of.split(' ')
    Promise.all(wanted.map((slug) => readPlace(locale, slug)))
      .then((places) => isWanted && setReading({ of, places, hasFailed: false }))
      .catch(() => isWanted && setReading((last) => ({ ...last, hasFailed: true })))

    return () => {
      isWanted = false
    }
  }, [locale, of, attempt])

  return {
    places: reading.places,
    isReading: reading.of !== of && !reading.hasFailed,
    hasFailed: reading.hasFailed,
    again,
  }
}

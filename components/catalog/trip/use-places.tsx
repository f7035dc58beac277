'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
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

export type ReadingLabels = { reading: string; failed: string; again: string }

type ReadingStateProps = {
  of: Pick<ReturnType<typeof usePlaces>, 'isReading' | 'hasFailed' | 'again'>
  labels: ReadingLabels
}

/** The place of what is being read: the end of the page does not jump up and down again. */
export const READING_PLACE = <div className="min-h-[70vh]" />

/** Whether plans are still being read, or could not be: then they are asked for again. */
export function ReadingState({ of: { isReading, hasFailed, again }, labels }: ReadingStateProps) {
  if (isReading) return <p className="soft">{labels.reading}</p>

  return hasFailed ? (
    <Notice tone="wait" icon="offline">
      <p className="mb-3">{labels.failed}</p>
      <Button size="small" onClick={again}>
        {labels.again}
      </Button>
    </Notice>
  ) : null
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { spokenName } from '#components/catalog/trip/trip-countries.ts'
import { recallStops } from '#components/catalog/trip/trip-stops.ts'
import { usePlaces } from '#components/catalog/trip/use-places.ts'
import { countriesOf, tripCoverage } from '#lib/catalog/rules/trip.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** What of the trip in the trip finder is left out by what is being bought; nothing where all of it is covered. */
export function useTripGap(quotes: readonly QuoteView[]): string | null {
  const t = useTranslations('checkout.summary')
  const locale = useLocale()
  const [stays, setStays] = useState<string[]>([])
  // Only the browser remembers a trip.
  useEffect(() => setStays(recallStops().flatMap(({ iso2, isLayover }) => (isLayover ? [] : [iso2]))), [])
  const slugs = [...new Set(quotes.map(({ destination }) => destination.slug))]
  const { places, isReading, hasFailed } = usePlaces(locale, stays.length === 0 ? [] : slugs)
  if (stays.length === 0 || isReading || hasFailed) return null

  const coverages = [...places.values()].map((place) => place && countriesOf(place))
  const { covered, gaps } = tripCoverage(
    stays,
    coverages.flatMap((countries) => countries ?? []),
  )
  if (gaps === null || gaps.length === 0) return null
  if (coverages.includes(null)) return t('tripUnknown')
  const names = new Intl.ListFormat(locale).format(gaps.map((iso2) => spokenName(iso2, locale)))

  return t('tripGap', { count: stays.length, covered: covered.length, names })
}

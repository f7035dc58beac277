'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { PlanTerms } from '#components/catalog/plan-ticket.tsx'
import { spokenName } from '#components/catalog/trip/trip-countries.ts'
import { recallStops } from '#components/catalog/trip/trip-stops.ts'
import { usePlaces } from '#components/catalog/trip/use-places.tsx'
import { esimWord } from '#components/esims/top-up/top-up-path.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { countriesOf, tripCoverage } from '#lib/catalog/rules/trip.ts'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { confusableWith, sharesNameWithState } from '#lib/core/rules/confusables.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** Calm lines at checkout: which country this is not, what can be cancelled, who sells. */
export function Reminders({ quotes, seller }: { quotes: QuoteView[]; seller: string | null }) {
  const t = useTranslations('checkout.summary')
  const mistakes = usePlaceMistakes(quotes.filter(isFirstOfPlace))
  const tripGap = useTripGap(quotes.filter((quote) => quote.topUp === null))

  return (
    <ul className="small grid gap-2 px-1 *:flex *:gap-2.5">
      {mistakes.map((mistake) => (
        <Reminder key={mistake} icon="info">
          <b>{mistake}</b>
        </Reminder>
      ))}
      {tripGap ? (
        <Reminder icon="info">
          <b>{tripGap}</b>
        </Reminder>
      ) : null}
      {quotes.filter(isFirstOfTerms).map((quote) => (
        <Reminder key={quote.id} icon="back">
          <CancelLine quote={quote} isAlone={quotes.every(isSameTerms(quote))} />
          {quote.words.length > 0 ? (
            <details>
              <summary className="text-link">{t('words')}</summary>
              <PlanTerms words={quote.words} />
            </details>
          ) : null}
        </Reminder>
      ))}
      <Reminder icon="phone">{t('dataOnly')}</Reminder>
      {seller ? <Reminder icon="person">{t('seller', { seller })}</Reminder> : null}
    </ul>
  )
}

function isFirstOfPlace({ destination }: QuoteView, index: number, quotes: QuoteView[]): boolean {
  return quotes.findIndex((other) => other.destination.slug === destination.slug) === index
}

function isSameTerms(one: QuoteView) {
  return (other: QuoteView) =>
    one.cancelRule === other.cancelRule &&
    (one.topUp === null) === (other.topUp === null) &&
    one.words.join('\n') === other.words.join('\n')
}

// Plans of one place may differ in their words and say the same of this.
function isFirstOfTerms(quote: QuoteView, index: number, quotes: QuoteView[]): boolean {
  return quotes.findIndex(isSameTerms(quote)) === index
}

function Reminder({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}

/** Whether and until when it can be cancelled. What the provider writes about that is folded below. */
function CancelLine({ quote, isAlone }: { quote: QuoteView; isAlone: boolean }) {
  const t = useTranslations('cancel')
  const { reason, days } = planCancellation(quote)
  const answer = t(reason, { days, esim: esimWord(quote.topUp) })

  return isAlone ? answer : t('of', { destination: quote.destination.name, answer })
}

/** What the destinations are mistaken for; nothing of those that no other is called like. */
function usePlaceMistakes(quotes: readonly QuoteView[]): string[] {
  const t = useTranslations('checkout.summary')
  const locale = toLocale(useLocale())

  return quotes.flatMap(({ destination: { name, iso2 } }) => {
    if (iso2 === null) return []
    if (sharesNameWithState(iso2)) return t('notState', { destination: name })
    const others = confusableWith(iso2).map((code) => spokenName(code, locale))

    return others.length > 0 ? t('notLookAlike', { destination: name, others: oneOf(others, locale) }) : []
  })
}

function oneOf(names: string[], locale: Locale): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
}

/** What of the trip in the trip finder is left out by what is being bought; nothing where all of it is covered. */
function useTripGap(quotes: readonly QuoteView[]): string | null {
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

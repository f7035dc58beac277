'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { CancellationText } from '#components/cancellations/cancellation-text.tsx'
import { PlanTerms } from '#components/catalog/plan-ticket.tsx'
import { spokenName } from '#components/catalog/trip/trip-countries.ts'
import { recallStops } from '#components/catalog/trip/trip-stops.ts'
import { usePlaces } from '#components/catalog/trip/use-places.ts'
import { daySpanText } from '#components/orders/day-text.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { countriesOf, tripCoverage } from '#lib/catalog/rules/trip.ts'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { addDays, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import { confusableWith, sharesNameWithState } from '#lib/core/rules/confusables.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** Calm lines at checkout: which country this is, what can be cancelled, who sells. */
export function Reminders({ quotes, seller }: { quotes: QuoteView[]; seller: string | null }) {
  const t = useTranslations('checkout.summary')
  const tripGap = useTripGap(quotes.filter((quote) => quote.topUp === null))

  return (
    <ul className="reminders small">
      {quotes.filter(isFirstOfPlace).map((quote) => (
        <Reminder key={quote.destination.slug} icon="info">
          <WhereLine quote={quote} />
        </Reminder>
      ))}
      {tripGap ? (
        <Reminder icon="info">
          <b>{tripGap}</b>
        </Reminder>
      ) : null}
      {quotes.filter(isFirstOfTerms).map((quote) => (
        <Reminder key={quote.id} icon="back">
          <CancellationText
            plan={quote}
            place={quotes.every(isSameTerms(quote)) ? undefined : quote.destination.name}
          />
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

function WhereLine({ quote }: { quote: QuoteView }) {
  const t = useTranslations('checkout.summary')
  const locale = toLocale(useLocale())
  const { name, iso2 } = quote.destination
  const others = iso2 === null ? [] : confusableWith(iso2).map((code) => spokenName(code, locale))
  if (iso2 !== null && sharesNameWithState(iso2)) return <b>{t('notState', { destination: name })}</b>
  if (others.length > 0) return <b>{t('notLookAlike', { destination: name, others: oneOf(others, locale) })}</b>

  const first = quote.startDate === null ? null : parseCalendarDate(quote.startDate)
  if (first === null) return t('buyFor', { destination: name })
  const last = addDays(first, quote.days - 1)

  return t('buyForDates', { destination: name, span: daySpanText(first, last, locale, 'short') })
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

'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { spokenName } from '#components/catalog/trip/trip-countries.ts'
import { useTripGap } from '#components/checkout/use-trip-gap.ts'
import { cardWord } from '#components/esims/top-up/top-up-path.ts'
import { daySpanText } from '#components/orders/day-text.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { addDays, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import { lookAlikesOf, sharesNameWithState } from '#lib/core/rules/look-alikes.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** Calm lines at checkout: which country this is, what can go back, who sells. */
export function Reminders({ quotes, seller }: { quotes: QuoteView[]; seller: string | null }) {
  const t = useTranslations('checkout.summary')
  const topUp = useTranslations('topup.checkout')
  const target = quotes.find((quote) => quote.topUp !== null)?.topUp
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
      {quotes.some(({ topUp }) => topUp === null) ? <Reminder icon="back">{t('sealed')}</Reminder> : null}
      {target ? <Reminder icon="card">{topUp('noReturn', { card: cardWord(target) })}</Reminder> : null}
      <Reminder icon="phone">{t('dataOnly')}</Reminder>
      {seller ? <Reminder icon="person">{t('seller', { seller })}</Reminder> : null}
    </ul>
  )
}

function isFirstOfPlace({ destination }: QuoteView, index: number, quotes: QuoteView[]): boolean {
  return quotes.findIndex((other) => other.destination.slug === destination.slug) === index
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
  const others = iso2 === null ? [] : lookAlikesOf(iso2).map((code) => spokenName(code, locale))
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

import { getTranslations } from 'next-intl/server'
import type { ClockWords } from '#components/catalog/clock-board.tsx'
import type { CalendarWords } from '#components/catalog/date-calendar.tsx'
import { clockWords, tripBarWords } from '#components/catalog/destination-words.ts'
import type { TripBarWords } from '#components/catalog/trip-bar.tsx'
import type { AddWords } from '#components/checkout/cart/add-to-cart.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { directionOf } from '#lib/core/i18n/direction.ts'
import { currencyName, intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { type PluralForms, pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'

type Texts<Keys extends string> = Record<Keys, string>

/** All words of the choosing part of a plan page, as data. */
export type PlanWords = {
  locale: Locale
  tag: string
  money: PriceFormat
  base: string
  otherPlans: string
  dayForms: PluralForms
  fixed: string
  calendar: CalendarWords
  clocks: ClockWords
  trip: TripBarWords
  howMany: Texts<
    | 'title'
    | 'text'
    | 'raised'
    | 'lowered'
    | 'field'
    | 'less'
    | 'more'
    | 'aDay'
    | 'cheaper'
    | 'cheaperLink'
    | 'cheaperText'
  >
  fromTrip: PluralForms
  firstDay: Texts<'title' | 'text' | 'field' | 'missing' | 'past'>
  runs: Texts<'title' | 'covered' | 'notCovered' | 'tooShort' | 'late' | 'ends'>
  summary: Texts<
    | 'label'
    | 'days'
    | 'first'
    | 'last'
    | 'notChosen'
    | 'count'
    | 'less'
    | 'more'
    | 'total'
    | 'tax'
    | 'continue'
    | 'continueShort'
    | 'working'
    | 'checked'
    | 'offline'
    | 'scripts'
    | 'from'
  >
  failure: Record<string, string>
  cart: AddWords
}

type PlanWordsContext = { money: PriceFormat; slug: string }

export async function planWords(locale: Locale, { money, slug }: PlanWordsContext): Promise<PlanWords> {
  const t = await getTranslations({ locale, namespace: 'plan' })
  const tag = intlTag(locale)
  const raw = (key: string) => t.raw(key as 'summary')
  const currency = currencyName(money.currency, locale)
  const tripForms = (key: string, values: { count: number; n: string }) =>
    t(key as 'howMany.fromTrip', { ...values, dates: '{dates}' })
  const firstDay = raw('firstDay')

  return {
    locale,
    tag,
    money,
    base: localePath(locale, '/plans/'),
    otherPlans: localePath(locale, `/destinations/${slug}`),
    dayForms: pluralForms(t, 'days', tag),
    fixed: raw('fixed'),
    calendar: {
      tag,
      dir: directionOf(locale),
      previous: firstDay.previous,
      next: firstDay.next,
      calendar: firstDay.calendar,
    },
    clocks: await clockWords(locale),
    // No list of plans follows these dates.
    trip: { ...(await tripBarWords(locale)), noneHint: '' },
    howMany: raw('howMany'),
    fromTrip: pluralForms(tripForms, 'howMany.fromTrip', tag),
    firstDay,
    runs: raw('runs'),
    summary: { ...raw('summary'), tax: t('summary.tax', { currency }) },
    failure: raw('failure'),
    cart: await addWords(locale),
  } as PlanWords
}

/** Words of putting a choice into the cart. */
export async function addWords(locale: Locale): Promise<AddWords> {
  const t = await getTranslations({ locale, namespace: 'cart' })

  return {
    add: t('add'),
    added: t('added'),
    open: t('open'),
    cartHref: privatePath(locale, '/cart'),
    full: t.raw('full'),
  }
}

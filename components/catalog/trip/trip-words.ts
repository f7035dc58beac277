import { getTranslations } from 'next-intl/server'
import type { ToggleWords } from '#components/catalog/compare/compare-toggle.tsx'
import { searchIndexUrl } from '#components/catalog/home-words.ts'
import { listTexts, priceFormat } from '#components/catalog/listed-plan.ts'
import type { Option } from '#components/catalog/plan-filters.tsx'
import type { TicketWords } from '#components/catalog/plan-ticket.tsx'
import {
  addWords,
  dataOptions,
  ticketWords,
  toggleWords,
  tripBarWords,
  tripClockWords,
} from '#components/catalog/plan-words.ts'
import type { ListTexts } from '#components/catalog/to-listed-plan.ts'
import type { PickerWords } from '#components/catalog/trip/country-picker.tsx'
import type { ReadingWords } from '#components/catalog/trip/reading-state.tsx'
import type { StopWords } from '#components/catalog/trip/stop-list.tsx'
import type { TripBarWords } from '#components/catalog/trip-bar.tsx'
import type { TripClockWords } from '#components/catalog/trip-clocks.tsx'
import type { AddWords } from '#components/checkout/cart/add-to-cart.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { type PluralForms, pluralForms } from '#lib/core/i18n/plurals.ts'
import type { Money } from '#lib/core/rules/money.ts'

type Texts<Keys extends string> = Record<Keys, string>

/** All words of the trip finder, as data. */
export type TripFinderWords = Texts<
  | 'aside'
  | 'emptyTitle'
  | 'emptyText'
  | 'onlyLayovers'
  | 'full'
  | 'covers'
  | 'soldFor'
  | 'gap'
  | 'layoverGap'
  | 'uncovered'
  | 'unstated'
> &
  ReadingWords & {
    locale: Locale
    tag: string
    trip: TripBarWords
    clocks: TripClockWords
    picker: PickerWords
    stops: StopWords
    data: { label: string; options: Option[] }
    list: ListTexts
    ticket: TicketWords
    /** Of a plan for a part of the trip: it may last, but it does not fit. */
    partTicket: TicketWords
    cart: AddWords
    compare: ToggleWords
    noDates: PluralForms
    showAll: PluralForms
    costs: Texts<'title' | 'one' | 'each' | 'none'> & { mix: PluralForms }
    whole: Texts<'title' | 'text' | 'none'>
    mix: Texts<'title' | 'needed' | 'cheaper' | 'total' | 'add'>
    partly: Texts<'title' | 'text'>
  }

export async function tripFinderWords(locale: Locale, currency: Money['currency']): Promise<TripFinderWords> {
  const t = await getTranslations({ locale, namespace: 'trip' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const shop = await getTranslations({ locale, namespace: 'shop.destination' })
  const tag = intlTag(locale)
  const raw = (key: string) => t.raw(key as 'costs')
  const money = priceFormat(currency, locale)
  const ticket = await ticketWords(locale, money)

  return {
    ...raw('page'),
    locale,
    tag,
    trip: await tripBarWords(locale),
    clocks: await tripClockWords(locale),
    picker: {
      ...raw('picker'),
      tag,
      indexUrl: searchIndexUrl(locale),
      count: pluralForms(search, 'count', tag),
    },
    stops: { ...raw('stops'), tag, days: pluralForms(t, 'stops.days', tag) },
    data: { label: shop('filterData'), options: await dataOptions(locale) },
    list: await listTexts(locale, currency),
    ticket,
    partTicket: { ...ticket, fits: t('partly.lasts'), spare: pluralForms(t, 'partly.spare', tag) },
    cart: await addWords(locale),
    compare: await toggleWords(locale),
    noDates: pluralForms(t, 'noDates', tag),
    showAll: pluralForms(t, 'showAll', tag),
    costs: { ...raw('costs'), mix: pluralForms(t, 'costs.mix', tag) },
    whole: raw('whole'),
    mix: raw('mix'),
    partly: raw('partly'),
  }
}

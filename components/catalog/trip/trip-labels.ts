import { getTranslations } from 'next-intl/server'
import { searchIndexUrl } from '#components/catalog/home-labels.ts'
import { type ListTexts, listTexts } from '#components/catalog/listed-plan.ts'
import type { Option } from '#components/catalog/plan-filters.tsx'
import {
  addLabels,
  dataOptions,
  type TicketLabels,
  type ToggleLabels,
  type TripBarLabels,
  ticketLabels,
  toggleLabels,
  tripBarLabels,
  tripClockLabels,
} from '#components/catalog/plan-labels.ts'
import type { PickerLabels } from '#components/catalog/trip/country-picker.tsx'
import type { ReadingLabels } from '#components/catalog/trip/reading-state.tsx'
import type { StopLabels } from '#components/catalog/trip/stop-list.tsx'
import type { TripClockLabels } from '#components/catalog/trip-clocks.tsx'
import type { AddLabels } from '#components/checkout/cart/add-to-cart.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { forms, type PluralForms, pluralForms } from '#lib/core/i18n/plurals.ts'

type Texts<Keys extends string> = Record<Keys, string>

/** All words of the trip finder, as data. */
export type TripFinderLabels = Texts<
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
  ReadingLabels & {
    locale: Locale
    tag: string
    trip: TripBarLabels
    clocks: TripClockLabels
    picker: PickerLabels
    stops: StopLabels
    data: { label: string; options: Option[] }
    list: ListTexts
    ticket: TicketLabels
    /** Of a plan for a part of the trip: it may last, but it does not fit. */
    partTicket: TicketLabels
    cart: AddLabels
    compare: ToggleLabels
    noDates: PluralForms
    showAll: PluralForms
    costs: Texts<'title' | 'one' | 'each' | 'none'> & { mix: PluralForms }
    whole: Texts<'title' | 'text' | 'none'>
    mix: Texts<'title' | 'needed' | 'cheaper' | 'total' | 'add'>
    partly: Texts<'title' | 'text'>
  }

export async function tripFinderLabels(locale: Locale, money: PriceFormat): Promise<TripFinderLabels> {
  const t = await getTranslations({ locale, namespace: 'trip' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const shop = await getTranslations({ locale, namespace: 'shop.destination' })
  const tag = intlTag(locale)
  const raw = (key: string) => t.raw(key as 'costs')
  const ticket = await ticketLabels(locale, money)

  return {
    ...raw('page'),
    locale,
    tag,
    trip: await tripBarLabels(locale),
    clocks: await tripClockLabels(locale),
    picker: {
      ...raw('picker'),
      tag,
      indexUrl: searchIndexUrl(locale),
      count: pluralForms(search, 'count', tag),
    },
    stops: { ...raw('stops'), tag, days: pluralForms(t, 'stops.days', tag) },
    data: { label: shop('filterData'), options: await dataOptions(locale) },
    list: await listTexts(locale),
    ticket,
    partTicket: { ...ticket, fits: t('partly.lasts'), spare: pluralForms(t, 'partly.spare', tag) },
    cart: await addLabels(locale),
    compare: await toggleLabels(locale),
    ...forms(t, tag, 'noDates', 'showAll'),
    costs: { ...raw('costs'), mix: pluralForms(t, 'costs.mix', tag) },
    whole: raw('whole'),
    mix: raw('mix'),
    partly: raw('partly'),
  }
}

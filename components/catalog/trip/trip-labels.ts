import { getTranslations } from 'next-intl/server'
import { searchIndexUrl } from '#components/catalog/home-labels.ts'
import { listTexts } from '#components/catalog/listed-plan.ts'
import {
  addLabels,
  dataOptions,
  ticketLabels,
  toggleLabels,
  tripBarLabels,
  tripClockLabels,
} from '#components/catalog/plan-labels.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { forms, pluralForms } from '#lib/core/i18n/plurals.ts'
import type trip from '#messages/en/trip.json'

/** All words of the trip finder, as data. */
export async function tripFinderLabels(locale: Locale, money: PriceFormat) {
  const t = await getTranslations({ locale, namespace: 'trip' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const shop = await getTranslations({ locale, namespace: 'shop.destination' })
  const tag = intlTag(locale)
  const raw = <Key extends keyof typeof trip>(key: Key): (typeof trip)[Key] => t.raw(key)
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
    // For a part of the trip: it may last, but it does not fit.
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

export type TripFinderLabels = Awaited<ReturnType<typeof tripFinderLabels>>

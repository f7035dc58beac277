import { getTranslations } from 'next-intl/server'
import type { TripLabels } from '#components/catalog/trip-dates.tsx'
import { currencyNote } from '#components/ui/currency-text.tsx'
import type { ShopCurrencies } from '#components/ui/layout/store-details.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { currencyName, intlTag } from '#lib/core/i18n/formats.ts'
import { forms, words } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { chargeStepMinor, currencyExponent } from '#lib/core/rules/currency.ts'
import { SHELVES, type Shelf, type ShopIndex } from '#lib/settings/rules/shop.ts'

/** What tells rows that their prices follow the choice of the browser. */
function scaleOf({ currency, currencies }: ShopCurrencies): { scale?: number } {
  const step = chargeStepMinor(currency)
  // Whole units are written without decimals.
  const isWhole = step === 10 ** currencyExponent(currency)

  return currencies ? { scale: isWhole ? step : 1 } : {}
}

/** Words for the islands of the front page and of the list: texts travel as data, the library stays on the server. */
export async function rowLabels(locale: Locale, store: ShopCurrencies) {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    base: localePath(locale, '/destinations/'),
    tag,
    ...forms(t, tag, 'networks', 'countries'),
    noPrice: t('noPrice'),
    ...scaleOf(store),
  }
}

export type RowLabels = Awaited<ReturnType<typeof rowLabels>>

export async function shelfNames(locale: Locale): Promise<Record<Shelf | 'all', string>> {
  const t = await getTranslations({ locale, namespace: 'shop.board' })

  return words(t, 'all', ...SHELVES)
}

export async function tripLabels(locale: Locale): Promise<TripLabels> {
  const t = await getTranslations({ locale, namespace: 'shop.search' })

  return { ...words(t, 'arrive', 'leave', 'anyDay'), tag: intlTag(locale) }
}

export async function homeSearchLabels(locale: Locale, store: ShopCurrencies) {
  const t = await getTranslations({ locale, namespace: 'shop.search' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    ...(await tripLabels(locale)),
    base: localePath(locale, '/destinations/'),
    allHref: localePath(locale, '/destinations'),
    indexUrl: searchIndexUrl(locale),
    ...words(t, 'label', 'placeholder', 'submit', 'results', 'noneHint', 'nearest'),
    none: t.raw('none') as string,
    ...forms(t, tag, 'count'),
    ...forms(board, tag, 'countries'),
    ...scaleOf(store),
  }
}

export type HomeSearchLabels = Awaited<ReturnType<typeof homeSearchLabels>>

export async function homeBoardLabels(locale: Locale, store: ShopCurrencies, index: ShopIndex) {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const count = index.destinations.length

  return {
    ...(await rowLabels(locale, store)),
    shelves: t('shelves'),
    shelfNames: await shelfNames(locale),
    heading: t('heading'),
    readAt: index.pricesReadAt ? t('readAt', { time: clockTime(index.pricesReadAt, locale) }) : '',
    showAll: t('showAll', { count, n: String(count) }),
    showAllHref: localePath(locale, '/destinations'),
    tax: currencyNote(t.raw('tax') as string, capitalized(currencyName(store.currency, locale)), store.currencies),
  }
}

export type HomeBoardLabels = Awaited<ReturnType<typeof homeBoardLabels>>

export async function destinationListLabels(locale: Locale, store: ShopCurrencies, index: ShopIndex) {
  const t = await getTranslations({ locale, namespace: 'shop.destinations' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const board = await homeBoardLabels(locale, store, index)
  const labels = await rowLabels(locale, store)

  return {
    ...labels,
    ...forms(search, labels.tag, 'count'),
    indexUrl: searchIndexUrl(locale),
    shelves: board.shelves,
    shelfNames: board.shelfNames,
    ...words(t, 'filter', 'sort', 'clear'),
    sorts: [
      { value: '', name: t('sortPopular') },
      { value: 'name', name: t('sortName') },
      { value: 'price', name: t('sortPrice') },
    ],
    none: t.raw('none') as string,
    nearest: search('nearest'),
    readAt: board.readAt,
    tax: board.tax,
  }
}

export type DestinationListLabels = Awaited<ReturnType<typeof destinationListLabels>>

/** Where the further names for the search are read from, per language. */
export function searchIndexUrl(locale: Locale): string {
  return `/api/catalogue/search-index/${locale}`
}

/** Returns day and time of an instant in UTC. A bare time would be wrong on the next day. */
export function clockTime(instant: Date, locale: Locale): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })

  return format.format(instant)
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import { getTranslations } from 'next-intl/server'
import type { RowWords } from '#components/catalog/board-rows.tsx'
import type { DestinationListWords } from '#components/catalog/destination-list.tsx'
import type { HomeBoardWords } from '#components/catalog/home-board.tsx'
import type { HomeSearchWords } from '#components/catalog/home-search.tsx'
import type { TripWords } from '#components/catalog/trip-dates.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { currencyName, intlTag } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { SHELVES, type Shelf, type ShopIndex } from '#lib/settings/rules/shop.ts'

/** Words for the islands of the front page and of the list: texts travel as data, the library stays on the server. */
export async function rowWords(locale: Locale): Promise<RowWords> {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    base: localePath(locale, '/destinations/'),
    tag,
    networks: pluralForms(t, 'networks', tag),
    countries: pluralForms(t, 'countries', tag),
    noPrice: t('noPrice'),
  }
}

export async function shelfNames(locale: Locale): Promise<Record<Shelf | 'all', string>> {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const names = SHELVES.map((shelf): [Shelf, string] => [shelf, t(shelf)])

  return { all: t('all'), ...Object.fromEntries(names) } as Record<Shelf | 'all', string>
}

export async function tripWords(locale: Locale): Promise<TripWords> {
  const t = await getTranslations({ locale, namespace: 'shop.search' })

  return { arrive: t('arrive'), leave: t('leave'), anyDay: t('anyDay'), tag: intlTag(locale) }
}

export async function homeSearchWords(locale: Locale): Promise<HomeSearchWords> {
  const t = await getTranslations({ locale, namespace: 'shop.search' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    ...(await tripWords(locale)),
    base: localePath(locale, '/destinations/'),
    allHref: localePath(locale, '/destinations'),
    indexUrl: searchIndexUrl(locale),
    label: t('label'),
    placeholder: t('placeholder'),
    submit: t('submit'),
    results: t('results'),
    count: pluralForms(t, 'count', tag),
    none: t.raw('none') as string,
    noneHint: t('noneHint'),
    nearest: t('nearest'),
    countries: pluralForms(board, 'countries', tag),
  }
}

export async function homeBoardWords(locale: Locale, currency: string, index: ShopIndex): Promise<HomeBoardWords> {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const count = index.destinations.length

  return {
    ...(await rowWords(locale)),
    shelves: t('shelves'),
    shelfNames: await shelfNames(locale),
    heading: t('heading'),
    readAt: index.pricesReadAt ? t('readAt', { time: clockTime(index.pricesReadAt, locale) }) : '',
    showAll: t('showAll', { count, n: String(count) }),
    showAllHref: localePath(locale, '/destinations'),
    tax: t('tax', { currency: capitalized(currencyName(currency, locale)) }),
  }
}

export async function destinationListWords(
  locale: Locale,
  currency: string,
  index: ShopIndex,
): Promise<DestinationListWords> {
  const t = await getTranslations({ locale, namespace: 'shop.destinations' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const board = await homeBoardWords(locale, currency, index)

  return {
    ...(await rowWords(locale)),
    indexUrl: searchIndexUrl(locale),
    shelves: board.shelves,
    shelfNames: board.shelfNames,
    filter: t('filter'),
    sort: t('sort'),
    sorts: [
      { value: '', name: t('sortPopular') },
      { value: 'name', name: t('sortName') },
      { value: 'price', name: t('sortPrice') },
    ],
    none: t.raw('none') as string,
    nearest: search('nearest'),
    clear: t('clear'),
    readAt: board.readAt,
    tax: board.tax,
  }
}

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

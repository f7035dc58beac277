import { getTranslations } from 'next-intl/server'
import type { RowLabels } from '#components/catalog/board-rows.tsx'
import type { DestinationListLabels } from '#components/catalog/destination-list.tsx'
import type { HomeBoardLabels } from '#components/catalog/home-board.tsx'
import type { HomeSearchLabels } from '#components/catalog/home-search.tsx'
import type { TripLabels } from '#components/catalog/trip-dates.tsx'
import { currencyNote } from '#components/ui/currency-text.tsx'
import type { ShopCurrencies } from '#components/ui/layout/store-details.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { currencyName, intlTag } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { chargeStepMinor, currencyExponent } from '#lib/core/rules/currency.ts'
import { SHELVES, type Shelf, type ShopIndex } from '#lib/settings/rules/shop.ts'

/** What tells rows that their prices follow the choice of the browser. */
function scaleOf({ currency, currencies }: ShopCurrencies): Pick<RowLabels, 'scale'> {
  const step = chargeStepMinor(currency)
  // Whole units are written without decimals.
  const isWhole = step === 10 ** currencyExponent(currency)

  return currencies ? { scale: isWhole ? step : 1 } : {}
}

/** Words for the islands of the front page and of the list: texts travel as data, the library stays on the server. */
export async function rowLabels(locale: Locale, store: ShopCurrencies): Promise<RowLabels> {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    base: localePath(locale, '/destinations/'),
    tag,
    networks: pluralForms(t, 'networks', tag),
    countries: pluralForms(t, 'countries', tag),
    noPrice: t('noPrice'),
    ...scaleOf(store),
  }
}

export async function shelfNames(locale: Locale): Promise<Record<Shelf | 'all', string>> {
  const t = await getTranslations({ locale, namespace: 'shop.board' })
  const names = SHELVES.map((shelf): [Shelf, string] => [shelf, t(shelf)])

  return { all: t('all'), ...Object.fromEntries(names) } as Record<Shelf | 'all', string>
}

export async function tripLabels(locale: Locale): Promise<TripLabels> {
  const t = await getTranslations({ locale, namespace: 'shop.search' })

  return { arrive: t('arrive'), leave: t('leave'), anyDay: t('anyDay'), tag: intlTag(locale) }
}

export async function homeSearchLabels(locale: Locale, store: ShopCurrencies): Promise<HomeSearchLabels> {
  const t = await getTranslations({ locale, namespace: 'shop.search' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    ...(await tripLabels(locale)),
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
    ...scaleOf(store),
  }
}

export async function homeBoardLabels(
  locale: Locale,
  store: ShopCurrencies,
  index: ShopIndex,
): Promise<HomeBoardLabels> {
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

export async function destinationListLabels(
  locale: Locale,
  store: ShopCurrencies,
  index: ShopIndex,
): Promise<DestinationListLabels> {
  const t = await getTranslations({ locale, namespace: 'shop.destinations' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const board = await homeBoardLabels(locale, store, index)

  return {
    ...(await rowLabels(locale, store)),
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

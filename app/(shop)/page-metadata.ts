import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { pageAddresses, storeDetails } from '#app/(shop)/store.ts'
import { fillPageText, type PageValues } from '#lib/catalog/rules/page-text.ts'
import { isDrawable, SHARE_PICTURE_SIZE } from '#lib/catalog/rules/share-picture.ts'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { intlTag, moneyTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import type { Destination } from '#lib/settings/rules/shop.ts'

/** The words of pages that say a `metaDescription` without naming anything, and a `metaTitle` where their title is another. */
type PageNamespace = 'trip' | 'compare' | 'simcards' | 'shop.destinations' | 'help' | 'help.compatibility'

/** A language as messengers know it, which ask for a country with each. */
function messengerLocale(locale: Locale): string {
  return `${locale}_${new Intl.Locale(intlTag(locale)).maximize().region}`
}

type PageDescription = {
  path: string
  title: string
  description: string
  /** The title is whole; the name of the shop does not follow it. */
  isWhole?: boolean
  /** A page that has no room for the half of a kilobyte that messengers read: they take title and description. */
  isLong?: boolean
  /** The destination whose picture a message shows; the shop's own one where there is none. */
  place?: Pick<Destination, 'slug' | 'name' | 'from'>
  /** Its addresses by language, where they are not the same path in every language. */
  languages?: Record<string, string>
}

/** Returns what search engines and messengers are told of a public page: all of it stands on the page as well. */
export async function describePage(locale: Locale, labels: PageDescription): Promise<Metadata> {
  const { path, title, description, isWhole = false, place, isLong = false, languages } = labels
  const { name } = await storeDetails()
  const said = {
    title: isWhole ? { absolute: title } : title,
    description,
    alternates: { ...(await pageAddresses(locale, path)), ...(languages && { languages }) },
  }
  if (isLong) return said
  const drawn = place && isDrawable(place.name) ? place : null
  const images = isDrawable(name) ? [await sharePicture(locale, drawn)] : []

  return {
    ...said,
    openGraph: {
      type: 'website',
      siteName: name,
      locale: messengerLocale(locale),
      title,
      description,
      url: localePath(locale, path),
      images,
    },
    twitter: { card: images.length > 0 ? 'summary_large_image' : 'summary' },
  }
}

async function sharePicture(locale: Locale, place: Pick<Destination, 'slug' | 'name' | 'from'> | null) {
  const { name } = await storeDetails()
  if (!place) return { url: `/og/${locale}/shop.png`, ...SHARE_PICTURE_SIZE, alt: name }
  const t = await getTranslations({ locale, namespace: 'shop' })
  const from = place.from && `${t('board.from')} ${formatMoney(place.from, moneyTag(locale))}`
  const alt = [t('destination.title', { name: place.name }), from, name].filter(Boolean).join(', ')

  return { url: `/og/${locale}/destinations/${place.slug}.png`, ...SHARE_PICTURE_SIZE, alt }
}

/** Returns the metadata of a page that is about nothing in particular: one address, one title. */
export async function pageMetadata(locale: string, namespace: PageNamespace, path: string): Promise<Metadata> {
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace })
  const title = t(t.has('metaTitle') ? 'metaTitle' : 'title')
  const isLong = namespace === 'shop.destinations'

  return describePage(locale, { path, title, description: t('metaDescription'), isLong })
}

/** Returns the metadata of a destination: in the store's own words where it has some, else by the template of the language. */
export async function destinationMetadata(locale: Locale, destination: Destination): Promise<Metadata> {
  const { name, slug, addresses, ownPage } = destination
  const { pageTitle, pageDescription, price } = await usualPageText(locale, destination)
  const values: PageValues = { destination: name, store: (await storeDetails()).name, price }
  const own = (text: string | null) => text && fillPageText(text, values)
  const title = own(ownPage.title)

  return describePage(locale, {
    path: `/destinations/${slug}`,
    languages: addresses,
    title: title ?? pageTitle,
    isWhole: title !== null,
    description: own(ownPage.description) ?? pageDescription,
    place: destination,
  })
}

/** Returns what the template of a language says of a destination, and the lowest price there as readers write it. */
export async function usualPageText(locale: Locale, { name, from, iso2, countryCount }: Destination) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const price = from && formatMoney(from, moneyTag(locale))
  const isRegion = iso2 === null && countryCount !== null
  const countries = isRegion ? board('countries', { count: countryCount, n: String(countryCount) }) : ''

  return {
    price,
    pageTitle: isRegion ? t('metaTitleRegion', { name, countries }) : t('metaTitle', { name }),
    pageDescription: price ? t('metaDescriptionFrom', { name, price }) : t('metaDescription', { name }),
  }
}

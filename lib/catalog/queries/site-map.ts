import 'server-only'
import { readShelves } from '#lib/catalog/queries/catalog.ts'
import { ALL_DESTINATIONS, findCatalogState, listShownPages, shownHashes } from '#lib/catalog/repository/shown-pages.ts'
import { slugIn } from '#lib/catalog/rules/address.ts'
import { type Locale, shownLocales } from '#lib/core/i18n/config.ts'
import { languageAlternates } from '#lib/core/i18n/routing.ts'
import { readSettings, readShopSettings } from '#lib/settings/repository/settings.ts'

const PICTURES = 'shop.destinations'

/**
 * Reads when the pages of the catalogue changed last, in one language. What differs from what was noted has changed with
 * the catalogue's present version: nothing is dated by the clock.
 */
export async function getShownTimes(locale: Locale) {
  const [priced, noted, { updatedAt }, settings, { languages }] = await Promise.all([
    readShelves(),
    listShownPages(locale),
    findCatalogState(),
    readSettings([PICTURES]),
    readShopSettings(),
  ])
  const shown = priced.map((one) => ({ ...one, picture: settings[PICTURES]?.[one.destination.id]?.hash ?? null }))
  const hashes = shownHashes(shown, locale)
  const known = new Map(noted.map((page) => [page.skuId, page]))
  const since = (skuId: number) => {
    const page = known.get(skuId)

    return page && page.hash === hashes.get(skuId) ? page.changedAt : updatedAt
  }
  const destinations = shown
    .map(({ destination, plans }) => ({
      slug: slugIn(destination, locale),
      addresses: languageAlternates((one) => `/destinations/${slugIn(destination, one)}`, shownLocales(languages)),
      planIds: plans.map((plan) => plan.id),
      changedAt: since(destination.id),
    }))
    .sort((a, b) => a.slug.localeCompare(b.slug, 'en'))

  return { lists: since(ALL_DESTINATIONS), destinations }
}

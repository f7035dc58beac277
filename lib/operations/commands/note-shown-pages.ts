import 'server-only'
import { listShownDestinations } from '#lib/catalog/repository/catalog.ts'
import { listRefundabilityRules } from '#lib/catalog/repository/refundability-rules.ts'
import {
  findCatalogState,
  listLastChanges,
  listShownPages,
  type ShownDestination,
  saveShownPages,
  shownHashes,
} from '#lib/catalog/repository/shown-pages.ts'
import { plansOnSale } from '#lib/catalog/rules/on-sale.ts'
import { shownLocales } from '#lib/core/i18n/config.ts'
import { transaction, withLock } from '#lib/core/repository/client.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { readSettings, readShopSettings } from '#lib/settings/repository/settings.ts'

const PICTURES = 'shop.destinations'

/**
 * Notes what the pages of each destination show, and since when: since the catalogue reached its version where that is new,
 * else since it was noted. What is noted for the first time is dated by the last change at the provider.
 *
 * Does nothing while the catalogue is as it was. Another process that is at it already is left alone.
 */
export async function noteShownPages(): Promise<void> {
  const state = await findCatalogState()
  if (state.notedVersion === state.version) return
  await withLock('shownPages', async () => {
    // Read before the pages: what changes meanwhile is noted the next time.
    const { version, updatedAt } = await findCatalogState()
    const [shown, noted, changes, { languages }] = await Promise.all([
      listShown(),
      listShownPages(),
      listLastChanges(),
      readShopSettings(),
    ])
    const isFirst = noted.length === 0
    const newest = [...changes.values()].reduce((last, at) => (at > last ? at : last), new Date(0))
    const pages = shownLocales(languages).flatMap((locale) =>
      [...shownHashes(shown, locale)].map(([skuId, hash]) => {
        const before = noted.find((page) => page.skuId === skuId && page.locale === locale)
        const since = isFirst ? (changes.get(skuId) ?? newest) : updatedAt

        return { skuId, locale, hash, changedAt: before?.hash === hash ? before.changedAt : since }
      }),
    )
    await transaction((tx) => saveShownPages(pages, version, tx))
  })
}

async function listShown(): Promise<ShownDestination[]> {
  const [destinations, terms, ruleOf, settings] = await Promise.all([
    listShownDestinations(),
    findSaleTerms(),
    listRefundabilityRules(),
    readSettings([PICTURES]),
  ])

  return destinations
    .filter(({ plans }) => plans.length > 0)
    .map((destination) => ({
      destination,
      plans: plansOnSale(destination, { terms, ruleOf }),
      picture: settings[PICTURES]?.[destination.id]?.hash ?? null,
    }))
}

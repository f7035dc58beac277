import { cache } from 'react'
import { env } from '#lib/core/env.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { languageAlternates, localePath } from '#lib/core/i18n/routing.ts'
import { getShopCurrencies } from '#lib/pricing/queries/price-terms.ts'
import { getStore } from '#lib/settings/queries/store-details.ts'

/** What the settings say about the shop. */
export const storeDetails = getStore

/** The same, with the currencies that the shop sells in. */
export const shopDetails = cache(async () => {
  const [store, currencies] = await Promise.all([getStore(), getShopCurrencies()])

  return { ...store, ...currencies }
})

/** Where a page stands in each language of the shop, as metadata says it. */
export async function pageAddresses(locale: Locale, path: string) {
  const { languages } = await getStore()

  return { canonical: localePath(locale, path), languages: languageAlternates(path, languages) }
}

/** The whole address of a path of the shop. */
export function publicAddress(path: string): string {
  return new URL(path, env.PUBLIC_URL).href
}

/** Tells whether the shop has pages in this language: one that is switched off has none, but for those that staff prepare. */
export async function hasPages(locale: Locale): Promise<boolean> {
  const { languages, preparedLanguages } = await getStore()

  return languages.includes(locale) || preparedLanguages.includes(locale)
}

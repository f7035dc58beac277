import 'server-only'
import { cache } from 'react'
import { hasShownPartner } from '#lib/catalog/repository/partners.ts'
import { env } from '#lib/core/env.ts'
import { LOCALES, type Locale } from '#lib/core/i18n/config.ts'
import { readShopSettings, type ShopSettings } from '#lib/settings/repository/shop-settings.ts'

/** What every page says about the shop itself. */
export type Store = Omit<ShopSettings, 'languages'> & {
  languages: Locale[]
  currency: string
  isTrial: boolean
  hasPhysicalSims: boolean
}

/** Reads what the settings say about the shop, once for each page. */
export const getStore = cache(async (): Promise<Store> => {
  const [{ languages, ...settings }, hasPhysicalSims] = await Promise.all([readShopSettings(), hasShownPartner()])

  return {
    ...settings,
    languages: languages ? LOCALES.filter((locale) => languages.includes(locale)) : [...LOCALES],
    currency: env.STORE_CURRENCY,
    isTrial: env.STORE_MODE === 'trial',
    hasPhysicalSims,
  }
})

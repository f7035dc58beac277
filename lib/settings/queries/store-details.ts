import 'server-only'
import { cache } from 'react'
import { isAddressProven } from '#lib/auth/repository/links.ts'
import { findCoverageMetrics } from '#lib/catalog/repository/admin-catalog.ts'
import { hasShownPartner } from '#lib/catalog/repository/partners.ts'
import { findSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { env } from '#lib/core/env.ts'
import { type Locale, shownLocales } from '#lib/core/i18n/config.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { readDeliveries } from '#lib/operations/repository/admin-today.ts'
import {
  findLongestWaitMs,
  readSettings,
  readShopSettings,
  type ShopSettings,
} from '#lib/settings/repository/settings.ts'
import { findPicture, type StoredPicture } from '#lib/settings/repository/shop-pictures.ts'
import { listTextLocales } from '#lib/settings/repository/texts.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'
import type { CopyTerms } from '#lib/settings/rules/shop.ts'
import { type StoreStatus, toStoreStatus } from '#lib/settings/rules/store-status.ts'

/** What every page says about the shop itself. */
export type Store = Omit<ShopSettings, 'languages'> & {
  languages: readonly Locale[]
  /** Languages with texts of the store's own that the shop does not show: their pages can be opened, and nothing leads to them. */
  preparedLanguages: readonly Locale[]
  currency: string
  isTrial: boolean
  hasPhysicalSims: boolean
}

/** Reads what the settings say about the shop, once for each page. */
export const getStore = cache(async (): Promise<Store> => {
  const [{ languages, ...settings }, hasPhysicalSims, texts] = await Promise.all([
    readShopSettings(),
    hasShownPartner(),
    listTextLocales(),
  ])
  const shown = shownLocales(languages)

  return {
    ...settings,
    languages: shown,
    preparedLanguages: texts.filter((locale) => !shown.includes(locale)),
    currency: env.STORE_CURRENCY,
    isTrial: env.STORE_MODE === 'trial',
    hasPhysicalSims,
  }
})

const DAY_MS = 86_400_000

/** Reads how the store does, from our own database alone: it can be told while the network is silent. */
export async function getStoreStatus(mode: string): Promise<StoreStatus> {
  const now = new Date()
  const [salesPause, longestWaitMs, { medianMs }, { readAt }] = await Promise.all([
    findSalesPause(),
    findLongestWaitMs(mode),
    readDeliveries({ from: new Date(now.getTime() - DAY_MS), until: now }, mode),
    findCoverageMetrics(),
  ])

  return toStoreStatus({ areSalesPaused: salesPause !== null, longestWaitMs, medianMs, catalogReadAt: readAt, now })
}

/** A picture of the shop, `null` when there is none of this content. */
export async function getPicture(hash: string): Promise<StoredPicture | null> {
  return findPicture(hash)
}

/** The shop as a preview of its mails names it: the logo comes from its own address, not along with the mail. */
export async function getMailShop() {
  const { name, supportEmail, accent, logo } = await readShopSettings()
  const isTrial = env.STORE_MODE === 'trial'

  return {
    name,
    url: env.PUBLIC_URL,
    supportEmail,
    isTrial,
    accent,
    logo: logo && { ...logo, src: picturePath(logo) },
  }
}

/** Whether whoever holds an order may have its opened eSIMs by mail; `null` where the shop sends none, and for others. */
export async function getCopyTerms(caller: Caller, orderId: string): Promise<CopyTerms | null> {
  if (!ownsOrder(caller, orderId)) return null
  const { 'mails.copy': isOn } = await readSettings(['mails.copy'])

  return isOn === false ? null : { isProven: await isAddressProven(orderId) }
}

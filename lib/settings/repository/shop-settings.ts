import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { ShopLogo, ShopPicture } from '#lib/settings/rules/brand.ts'
import type { Accent } from '#lib/settings/rules/contrast.ts'
import { readSettings } from './settings.ts'

/** What the owner says about the shop, with what the environment says where nothing was set. */
export type ShopSettings = {
  name: string
  seller: string | null
  supportEmail: string | null
  /** The languages that are switched on, `null` for all of them. */
  languages: readonly string[] | null
  /** The shop's own colour, `null` for the usual one. */
  accent: Accent | null
  logo: ShopLogo | null
  icon: ShopPicture | null
  /** The share of tax in every price, in per cent; `null` where nothing is said. */
  taxRate: string | null
  /** What is said while the owner keeps the checkout closed, by language; `null` while it is open. */
  closedWords: Record<string, string> | null
}

const KEYS = [
  'shop.name',
  'shop.seller',
  'shop.support_email',
  'shop.languages',
  'shop.accent',
  'shop.logo',
  'shop.icon',
  'tax.rate',
  'till.notice',
] as const

/** Reads name, looks and contact of the shop as they are now. */
export async function readShopSettings(client: Tx = db()): Promise<ShopSettings> {
  const stored = await readSettings(KEYS, client)
  const notice = stored['till.notice']

  return {
    name: stored['shop.name'] ?? env.STORE_NAME,
    seller: stored['shop.seller'] ?? env.SELLER_ADDRESS ?? null,
    supportEmail: stored['shop.support_email'] ?? env.SUPPORT_EMAIL ?? null,
    languages: stored['shop.languages'],
    accent: stored['shop.accent'],
    logo: stored['shop.logo'],
    icon: stored['shop.icon'],
    taxRate: stored['tax.rate'],
    closedWords: notice?.isClosed ? notice.words : null,
  }
}

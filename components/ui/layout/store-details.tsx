import type { Locale } from '#lib/core/i18n/config.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { accentSheet, type ShopLogo } from '#lib/settings/rules/brand.ts'
import type { Accent } from '#lib/settings/rules/contrast.ts'
import type { Tool } from '#lib/settings/rules/tools.ts'

/** What every page says about the shop itself. The app reads it from the settings and hands it on. */
export type StoreDetails = {
  name: string
  /** The shop's own logo, `null` for the usual mark. */
  logo: ShopLogo | null
  currency: string
  /** The languages that are switched on. */
  languages: readonly Locale[]
  /** The seller as printed in the footer, `null` while the operator has not given it. */
  seller: string | null
  supportEmail: string | null
  /** What is said while the owner keeps the checkout closed, by language; `null` while it is open. */
  closedTexts: Record<string, string> | null
  /** True while the sandbox or test payments are in use; the banner cannot be switched off. */
  isTrial: boolean
  /** True while the account has brands of physical eSIMs to show. */
  hasPhysicalSims: boolean
  /** Analytics and chat of others that are switched on. */
  tools: readonly Tool[]
}

/** The store's currency, and the terms of the others that it sells in as `writePriceTerms` writes them; '' without any. */
export type ShopCurrencies = { currency: CurrencyCode; currencies: string }

/** The shop's own colour over the usual one; nothing where none is set. `nonce` where a page's policy asks for one. */
export function BrandSheet({ accent, nonce }: { accent: Accent | null; nonce?: string | undefined }) {
  return accent ? (
    <head>
      <style nonce={nonce}>{accentSheet(accent)}</style>
    </head>
  ) : null
}

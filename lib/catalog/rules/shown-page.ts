import { type LocalAddress, slugIn } from '#lib/catalog/rules/address.ts'
import type { OwnTexts } from '#lib/catalog/rules/page-text.ts'
import type { CoveredCountry, ShopPlan } from '#lib/settings/rules/shop.ts'

/** The number that stands for the pages on which all destinations are listed. */
export const ALL_DESTINATIONS = 0

/** A destination of the mirror, as far as its pages show it. `picture` is the hash of the store's own one. */
export type ShownDestination = {
  destination: {
    id: number
    slug: string
    addresses: readonly LocalAddress[]
    providerName: string
    ownName: string | null
    iso2: string | null
    texts: OwnTexts[]
    coverage: CoveredCountry[] | null
  }
  plans: readonly ShopPlan[]
  picture: string | null
}

/**
 * Returns what the pages of a destination show in a language, as one text to compare: the same text, the same pages. When it
 * was read is no part of it.
 */
export function shownText({ destination, plans, picture }: ShownDestination, locale: string): string {
  const { id, providerName, ownName, iso2, texts, coverage } = destination
  const own = texts.find((text) => text.locale === locale) ?? null
  const covered = coverage?.map(({ iso2: code, name }) => `${code ?? ''} ${name}`).sort() ?? null

  return JSON.stringify([id, slugIn(destination, locale), providerName, ownName, iso2, own, covered, plans, picture])
}

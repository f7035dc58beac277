import 'server-only'
import type { FreshSku } from '#lib/catalog/repository/catalog-mirror.ts'
import { parseRegionCode, shelfOf } from '#lib/catalog/rules/continents.ts'
import { aliasKey, tidyName } from '#lib/catalog/rules/country-names.ts'
import type { PlanList, ProviderSku } from '#lib/catalog/rules/plan.ts'
import { defaultRank } from '#lib/catalog/rules/popularity.ts'
import { plainText } from '#lib/catalog/rules/refundability.ts'
import { continentOf, iso2OfName, iso2OfRegionCode } from '#lib/core/i18n/countries.ts'

const NAME_LENGTH = 120
// Behind every country that stands under its own name.
const SECOND_PRODUCT = 2_000

/**
 * Returns a destination as the mirror keeps it.
 *
 * `list` is null when its plans could not be read; then only the product list speaks. `aliases` holds the spellings
 * and region codes that people mapped, and goes before every table.
 */
export function toFreshSku(sku: ProviderSku, list: PlanList | null, aliases: Map<string, string>): FreshSku {
  const regionCode = sku.regionCode ?? list?.regionCode ?? ''
  const name = plainText(list?.name ?? sku.name, NAME_LENGTH) ?? `${sku.skuId}`
  const code = plainText(regionCode, 20) ?? ''
  const isGroup = parseRegionCode(regionCode).kind === 'group'
  const iso2 = isGroup ? null : (aliases.get(aliasKey(code, name)) ?? iso2OfRegionCode(regionCode))
  const continent = iso2 === null ? null : continentOf(iso2)

  return {
    id: sku.skuId,
    name,
    regionCode: code,
    iso2,
    shelf: shelfOf({ regionCode, iso2, continent }),
    rank: defaultRank(iso2) + (isSecondProduct(name, iso2) ? SECOND_PRODUCT : 0),
    countries: list?.countries ? toCountries(list.countries, aliases) : null,
  }
}

function isSecondProduct(name: string, iso2: string | null): boolean {
  return iso2 !== null && iso2OfName(name) !== iso2
}

function toCountries(names: string[], aliases: Map<string, string>): { name: string; iso2: string | null }[] {
  const tidy = new Set(names.map((name) => tidyName(name).slice(0, NAME_LENGTH)).filter((name) => name !== ''))

  return [...tidy].map((name) => ({ name, iso2: aliases.get(name) ?? iso2OfName(name) }))
}

import 'server-only'
import { listMapped, listUnmappedDestinations, listUnmappedNames } from '#lib/catalog/repository/country-aliases.ts'
import type { MappedCountry, UnmappedCountry } from '#lib/catalog/rules/admin-catalog.ts'
import { aliasKey } from '#lib/catalog/rules/country-names.ts'
import { iso2OfName } from '#lib/core/i18n/countries.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { staffId } from '#lib/orders/queries/admin-history.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'

/**
 * Reads the names of countries, and the region codes of destinations, that nobody has mapped, with a proposal where one
 * spelling comes close. Throws `forbidden`.
 */
export async function getUnmappedCountries(caller: Caller): Promise<UnmappedCountry[]> {
  requirePermission(caller, 'catalog.see')
  const [names, destinations] = await Promise.all([listUnmappedNames(), listUnmappedDestinations()])
  const byCode = Map.groupBy(destinations, ({ regionCode, providerName }) => aliasKey(regionCode, providerName))

  return [
    ...[...byCode].map(([name, skus]) =>
      toUnmapped(
        name,
        skus.map(({ providerName }) => providerName),
        true,
      ),
    ),
    ...names.map((one) => toUnmapped(one.name, one.destinations, false)),
  ]
}

/** Reads what people have mapped, by whom and when, the newest first. Throws `forbidden`. */
export async function getMappedCountries(caller: Caller): Promise<MappedCountry[]> {
  requirePermission(caller, 'catalog.see')
  const rows = await listMapped()
  const people = await listStaffNames(rows.flatMap(({ createdBy }) => staffId(createdBy) ?? []))

  return rows.map(({ name, iso2, createdBy, createdAt }) => ({
    ...{ name, iso2, at: createdAt },
    by: people.get(staffId(createdBy) ?? '') ?? null,
  }))
}

// A code says nothing of itself: what stands under it is what it may mean.
function toUnmapped(name: string, destinations: string[], isCode: boolean): UnmappedCountry {
  const spelling = isCode ? (destinations[0] ?? '') : name
  const proposal = iso2OfName(spelling.replaceAll(/\(.*?\)|[*,].*$/g, '').trim())

  return { name, isCode, destinations, proposal }
}

import 'server-only'
import { mergeNetworks } from '#lib/catalog/rules/networks.ts'
import type { PlanNetwork } from '#lib/catalog/rules/plan.ts'
import { countryName, iso2OfName } from '#lib/core/i18n/countries.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { isRecordOn } from '#lib/esims/commands/esim-record.ts'
import { requireHeldEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { getCardDetail } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import type { Network } from '#lib/settings/rules/shop.ts'

/** The networks of one country that an eSIM may use, as the network's own record of the eSIM lists them. */
export type CountryNetworks = { country: string; networks: Network[] }

/**
 * Asks the network which networks an eSIM may use, country by country. `null` when it does not say: the address for it
 * is not set, it refused, or it was silent.
 *
 * Throws `not_found` for an eSIM that the caller does not hold.
 */
export async function esimNetworks(
  caller: Caller,
  { esimId, locale }: { esimId: string; locale: string },
): Promise<CountryNetworks[] | null> {
  const esim = await requireHeldEsim(caller, esimId)
  if (!isRecordOn()) return null
  try {
    const { networks } = await currentProvider().call(getCardDetail, { iccid: iccidSchema.parse(esim.iccid) })

    return networks.length === 0 ? null : byCountry(networks, locale)
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

type Listed = { country: string; operator: string | null; generation: string | null }

function byCountry(listed: Listed[], locale: string): CountryNetworks[] {
  const byName = Map.groupBy(listed, ({ country }) => country)

  return [...byName]
    .map(([name, entries]) => {
      const iso2 = iso2OfName(name)
      const named = entries.flatMap(({ operator, generation }): PlanNetwork[] =>
        operator === null ? [] : [{ operator, generation }],
      )

      return { country: iso2 ? countryName(iso2, locale) : name, networks: mergeNetworks([named]) ?? [] }
    })
    .sort((a, b) => a.country.localeCompare(b.country, locale))
}

import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { saveCountryAlias } from '#lib/catalog/repository/country-aliases.ts'
import { shelfOf } from '#lib/catalog/rules/continents.ts'
import { continentOf } from '#lib/core/i18n/countries.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'

/**
 * Says which country a name or a region code means, for the first time or anew. It counts at once, without a pass over the
 * catalogue. Throws `forbidden`, and `bad_input` for two letters that are no country.
 */
export async function mapCountry(
  caller: Caller,
  { name, iso2 }: { name: string; iso2: string },
): Promise<{ destinations: number }> {
  const { role } = requirePermission(caller, 'catalog.change')
  const actor = actorOf(caller)
  const continent = continentOf(iso2)
  if (continent === null) throw new AppError('bad_input', 'No country has this code.', { reason: 'no_country' })
  const shelf = shelfOf({ regionCode: null, iso2, continent })

  return transaction(async (tx) => {
    const { destinations, before } = await saveCountryAlias({ name, iso2, shelf, createdBy: actor }, tx)
    await recordAudit(
      {
        actor,
        role,
        act: 'catalog.country_mapped',
        subject: name,
        ...(before === null ? {} : { before }),
        after: iso2,
      },
      tx,
    )
    await raiseCatalogVersion(tx)

    return { destinations }
  })
}

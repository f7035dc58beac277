import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { raiseCatalogVersion } from '#lib/db/catalog.ts'
import { transaction } from '#lib/db/client.ts'
import { saveCountryAlias } from '#lib/db/country-aliases.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { shelfOf } from '#lib/domain/continents.ts'
import { continentOf } from '#lib/i18n/countries.ts'

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

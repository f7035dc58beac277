import 'server-only'
import { saveCountryAlias } from '#lib/db/admin-catalog.ts'
import { recordAudit } from '#lib/db/audit.ts'
import { raiseCatalogVersion } from '#lib/db/catalog.ts'
import { transaction } from '#lib/db/client.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'

/** Says which country a name means. It counts at once, without a pass over the catalogue. Throws `forbidden`. */
export async function mapCountry(
  caller: Caller,
  { name, iso2 }: { name: string; iso2: string },
): Promise<{ destinations: number }> {
  const { role } = requirePermission(caller, 'catalog.change')
  const actor = actorOf(caller)

  return transaction(async (tx) => {
    const destinations = await saveCountryAlias({ name, iso2, createdBy: actor }, tx)
    await recordAudit({ actor, role, act: 'catalog.country_mapped', subject: name, after: iso2 }, tx)
    await raiseCatalogVersion(tx)

    return { destinations }
  })
}

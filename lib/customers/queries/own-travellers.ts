import 'server-only'
import { getOwnEsims } from '#lib/customers/queries/own-account.ts'
import type { OwnTraveller } from '#lib/customers/rules/own-account.ts'
import { getShares } from '#lib/esims/queries/shares.ts'

type Customer = Parameters<typeof getOwnEsims>[0]

/** Who travels with which eSIM of a customer, and what was given away. Whoever has no name comes last. */
export async function getOwnTravellers(customer: Customer, now: Date, locale?: string): Promise<OwnTraveller[]> {
  const esims = await getOwnEsims(customer, now, locale)
  const used = new Set(esims.filter(({ usedMb }) => (usedMb ?? 0) > 0).map(({ id }) => id))
  const shares = await getShares(
    esims.map(({ id }) => id),
    { isUsed: (id) => used.has(id), now },
  )
  const byName = Map.groupBy(
    esims.map((esim) => ({ ...esim, share: shares[esim.id] ?? null })),
    ({ travellerName }) => travellerName,
  )
  const unnamed = byName.get(null)
  byName.delete(null)
  const named = [...byName].map(([name, own]) => ({ name, esims: own }))

  return unnamed ? [...named, { name: null, esims: unnamed }] : named
}

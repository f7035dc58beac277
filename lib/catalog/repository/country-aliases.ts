import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

/** Reads the names of countries that nobody has mapped, with the destinations that use them. */
export async function listUnmappedNames() {
  const rows = await db().destinationCountry.findMany({
    where: { iso2: null, destination: { vanishedAt: null } },
    select: { name: true, destination: { select: { providerName: true } } },
    orderBy: { name: 'asc' },
  })
  const byName = new Map<string, string[]>()
  for (const { name, destination } of rows) byName.set(name, [...(byName.get(name) ?? []), destination.providerName])

  return [...byName].map(([name, destinations]) => ({ name, destinations }))
}

/** Reads the destinations that stand under "More", because no table knows their region code. */
export async function listUnmappedDestinations() {
  return db().destination.findMany({
    where: { iso2: null, shelf: 'more', vanishedAt: null },
    orderBy: { id: 'asc' },
    select: { regionCode: true, providerName: true },
  })
}

/** Reads what people have mapped, the newest first. */
export async function listMapped() {
  return db().countryAlias.findMany({
    orderBy: [{ createdAt: 'desc' }, { name: 'asc' }],
    select: { name: true, iso2: true, createdBy: true, createdAt: true },
  })
}

type Alias = { name: string; iso2: string; shelf: Shelf; createdBy: string }

/**
 * Maps a name, or a region code, to a country wherever it stands, and for every later reading: where nothing is known, and
 * where it was mapped to another one before. Returns how many destinations use it, and what it meant before.
 */
export async function saveCountryAlias(
  { name, iso2, shelf, createdBy }: Alias,
  tx: Tx,
): Promise<{ destinations: number; before: string | null }> {
  const known = await tx.countryAlias.findUnique({ where: { name }, select: { iso2: true } })
  const before = known?.iso2 ?? null
  const now = { iso2, createdBy, createdAt: new Date() }
  await tx.countryAlias.upsert({ where: { name }, create: { name, ...now }, update: now, select: { name: true } })
  const was = before === null ? [{ iso2: null }] : [{ iso2: null }, { iso2: before }]
  const names = await tx.destinationCountry.updateMany({ where: { name, OR: was }, data: { iso2 } })
  const ofCode = { OR: [{ regionCode: name }, { regionCode: '', providerName: name }] }
  const codes = await tx.destination.updateMany({
    where: { AND: [ofCode, { OR: was }], shelf: { not: 'multi_country' } },
    data: { iso2, shelf },
  })

  return { destinations: names.count + codes.count, before }
}

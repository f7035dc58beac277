import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { PLAN_COLUMNS, toCatalogPlan, toChangeDetails, toPlanColumns } from '#lib/catalog/repository/plan-rows.ts'
import { missingAddresses } from '#lib/catalog/rules/address.ts'
import { diffPlans, type PlanChange, type PlanReading, type StockAnswer } from '#lib/catalog/rules/plan.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { freshSlug } from '#lib/core/rules/slug.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

/** A destination as the provider describes it now. `countries` is null when it does not say what is covered. */
export type FreshDestination = {
  id: number
  name: string
  regionCode: string
  iso2: string | null
  shelf: Shelf
  rank: number
  countries: { name: string; iso2: string | null }[] | null
  /** The partner whose physical eSIMs it is for; left out on the shelf of eSIMs. */
  partnerId?: number
}

/** What the mirror knows about a destination before a pass. */
export type KnownDestination = { id: number; plansReadAt: Date | null; lastReadError: string | null }

/** Reads which destinations are mirrored, when the plans of each were read last, and why the last try failed. */
export async function listKnownDestinations(): Promise<KnownDestination[]> {
  return db().destination.findMany({
    where: { partnerId: null },
    select: { id: true, plansReadAt: true, lastReadError: true },
  })
}

/** Reads the spellings that people mapped to a country. */
export async function listCountryAliases(): Promise<Map<string, string>> {
  const aliases = await db().countryAlias.findMany({ select: { name: true, iso2: true } })

  return new Map(aliases.map(({ name, iso2 }) => [name, iso2]))
}

/** What was read of one destination. `listsChanges` is off for the very first filling, when everything is new. */
export type DestinationReading = PlanReading & { runId: string; destination: FreshDestination; listsChanges: boolean }

/** Stores one destination with its plans in one transaction, and tells whether the shop looks different after it. */
export async function saveDestinationReading(reading: DestinationReading): Promise<{ hasChanged: boolean }> {
  return transaction(async (tx) => {
    const hasDestinationChanged = await saveDestinationRow(reading.destination, tx)
    const havePlansChanged = await savePlans(reading, tx)

    return { hasChanged: hasDestinationChanged || havePlansChanged }
  })
}

/** Stores the plans of a destination that were read outside a pass, and publishes them when they differ. */
export async function savePlansReading({ skuId, ...read }: PlanReading & { skuId: number }): Promise<void> {
  await transaction(async (tx) => {
    const reading = { ...read, runId: 'live', destination: { id: skuId }, listsChanges: true }
    // First, because it locks the destination: two quotes that see the same news write it once.
    await tx.destination.updateMany({ where: { id: skuId }, data: { plansReadAt: new Date() } })
    const hasChanged = await savePlans(reading, tx)
    if (hasChanged) await raiseCatalogVersion(tx)
  })
}

/**
 * Stores plans of a partner's product, so that they have prices and can be sold. What the answer leaves out stays: it
 * names only what one eSIM takes. A product that stands on the shelf of eSIMs is left to the catalogue's own passes.
 */
export async function savePartnerPlans(
  destination: FreshDestination & { partnerId: number },
  plans: PlanReading['plans'],
): Promise<void> {
  await transaction(async (tx) => {
    const known = await tx.destination.findUnique({
      where: { id: destination.id },
      select: { partnerId: true, plans: { select: { planKey: true } } },
    })
    if (known?.partnerId === null) return
    await saveDestinationRow(destination, tx)
    const unreadable = known?.plans.map(({ planKey }) => planKey) ?? []
    await savePlans({ runId: 'partner', destination, plans, unreadable, listsChanges: known !== null }, tx)
  })
}

/** Notes that a destination could not be read. It keeps the plans it had: nothing is known to have changed. */
export async function saveReadFailure(destination: FreshDestination, error: string): Promise<void> {
  await transaction(async (tx) => {
    const known = await tx.destination.updateMany({ where: { id: destination.id }, data: { lastReadError: error } })
    if (known.count > 0) return
    await saveDestinationRow(destination, tx)
    await tx.destination.updateMany({
      where: { id: destination.id },
      data: { lastReadError: error, plansReadAt: null },
    })
  })
}

/** Marks destinations that a complete product list no longer names. They stay, and come back when they are listed. */
export async function markVanished(skuIds: number[], client: Tx): Promise<number> {
  const { count } = await client.destination.updateMany({
    where: { id: { in: skuIds }, vanishedAt: null },
    data: { vanishedAt: new Date() },
  })

  return count
}

/** Raises the catalogue version in a transaction of its own. */
export async function publishCatalog(): Promise<void> {
  await transaction((tx) => raiseCatalogVersion(tx))
}

type PlansReading = PlanReading & { runId: string; destination: { id: number }; listsChanges: boolean }

async function savePlans(reading: PlansReading, tx: Tx): Promise<boolean> {
  const { destination, plans } = reading
  const known = await tx.plan.findMany({ where: { skuId: destination.id }, select: PLAN_COLUMNS })
  const changes = diffPlans(known.map(toCatalogPlan), reading)
  const ids = await applyChanges(destination.id, changes, tx)
  await tx.plan.updateMany({
    where: { skuId: destination.id, planKey: { in: plans.map(({ planKey }) => planKey) } },
    data: { lastSeenAt: new Date() },
  })
  if (reading.listsChanges) await listChanges(reading, { changes, ids }, tx)

  return changes.length > 0
}

async function saveDestinationRow(destination: FreshDestination, tx: Tx): Promise<boolean> {
  const { id, name, regionCode, iso2, shelf, rank, countries, partnerId = null } = destination
  const now = new Date()
  const seen = { lastSeenAt: now, plansReadAt: now, lastReadError: null, vanishedAt: null }
  const facts = { providerName: name, regionCode, iso2, shelf, coverageStated: countries !== null, partnerId }
  const before = await tx.destination.findUnique({
    where: { id },
    select: { providerName: true, iso2: true, shelf: true, coverageStated: true, vanishedAt: true, countries: true },
  })
  if (before) await tx.destination.updateMany({ where: { id }, data: { ...facts, ...seen } })
  else
    await tx.destination.create({
      data: { id, ...facts, ...seen, rank, slug: await slugFor(destination, tx) },
      select: { id: true },
    })
  const hasNewCountries = await saveCountries(destination, before?.countries ?? [], tx)
  const isSame =
    before?.providerName === name && before.iso2 === iso2 && before.shelf === shelf && before.vanishedAt === null

  return !isSame || hasNewCountries || before.coverageStated !== facts.coverageStated
}

async function slugFor({ id, name, partnerId }: FreshDestination, tx: Tx): Promise<string> {
  const plain = freshSlug(name, id, new Set())
  // It has no page of its own, and must not take the address of one.
  if (partnerId !== undefined) return freshSlug(name, id, new Set([plain]))
  // While it is asked and written nobody gives a destination this address by hand.
  await lockSettings(tx)
  if ((await findSlugOwner(plain, tx)) === null) return plain
  const numbered = freshSlug(name, id, new Set([plain]))

  return (await findSlugOwner(numbered, tx)) === null ? numbered : `${numbered}-${id}`
}

type Country = { name: string; iso2: string | null }

async function saveCountries(destination: FreshDestination, before: Country[], tx: Tx): Promise<boolean> {
  const after = destination.countries ?? []
  const text = (countries: Country[]) =>
    countries
      .map(({ name, iso2 }) => `${name}/${iso2 ?? ''}`)
      .sort()
      .join()
  if (text(before) === text(after)) return false
  await tx.destinationCountry.deleteMany({ where: { skuId: destination.id } })
  await tx.destinationCountry.createMany({
    data: after.map(({ name, iso2 }) => ({ skuId: destination.id, name, iso2 })),
  })

  return true
}

/** Writes the differences, and returns the plan id of each, in the same order. */
async function applyChanges(skuId: number, changes: PlanChange[], tx: Tx): Promise<string[]> {
  const now = new Date()
  const ids = changes.map(({ before }) => before?.id ?? newId('pln'))
  const fresh = changes.flatMap(({ kind, after }, index) =>
    kind === 'new' ? [{ id: ids[index] ?? '', skuId, ...toPlanColumns(after) }] : [],
  )
  if (fresh.length > 0) await tx.plan.createMany({ data: fresh })
  for (const { kind, before, after } of changes) {
    if (kind === 'gone') await tx.plan.updateMany({ where: { id: before.id }, data: { vanishedAt: now } })
    else if (kind !== 'new')
      await tx.plan.updateMany({ where: { id: before.id }, data: { ...toPlanColumns(after), vanishedAt: null } })
  }

  return ids
}

async function listChanges(
  { runId, destination }: PlansReading,
  { changes, ids }: { changes: PlanChange[]; ids: string[] },
  tx: Tx,
): Promise<void> {
  await tx.planChange.createMany({
    data: changes.map(({ kind, before, after }, index) => ({
      id: newId('chg'),
      syncRunId: runId,
      skuId: destination.id,
      planId: ids[index] ?? null,
      kind,
      ...(before && { before: toChangeDetails(before) }),
      ...(after && { after: toChangeDetails(after) }),
    })),
  })
}

/** Notes that a plan had not enough eSIMs, or that it has some again. An answer that says neither changes nothing. */
export async function noteStock(
  { planId, count }: { planId: string; count: number },
  answer: StockAnswer,
): Promise<void> {
  if (answer === 'sold_out') {
    await db().plan.updateMany({ where: { id: planId }, data: { noStockAt: new Date(), noStockCount: count } })
  }
  if (answer === 'available') {
    await db().plan.updateMany({
      where: { id: planId, noStockAt: { not: null } },
      data: { noStockAt: null, noStockCount: null },
    })
  }
}

type Named = {
  ownName: string | null
  providerName: string
  iso2: string | null
  texts: { locale: string; name: string | null }[]
}
type Naming = { locales: readonly string[]; nameIn: (destination: Named, locale: string) => string }

/**
 * Gives destinations the addresses that they lack in these languages. Returns whether there was any: pages that link to them
 * are then no longer as they were.
 */
export async function nameAddresses({ locales, nameIn }: Naming, tx: Tx): Promise<boolean> {
  const destinations = await tx.destination.findMany({
    where: { partnerId: null },
    select: {
      ...{ id: true, slug: true, providerName: true, ownName: true, iso2: true },
      texts: { select: { locale: true, name: true } },
      addresses: { select: { locale: true, slug: true } },
    },
  })
  const former = await tx.destinationSlug.findMany()
  const taken = new Map([
    ...destinations.flatMap(({ id, addresses }) => addresses.map(({ slug }) => [slug, id] as const)),
    ...former.map(({ slug, skuId }) => [slug, skuId] as const),
    ...destinations.map(({ id, slug }) => [slug, id] as const),
  ])
  const { count } = await tx.destinationAddress.createMany({
    data: missingAddresses(destinations, { locales, taken, nameIn }),
  })

  return count > 0
}

/** Returns the destination that an address leads to, in whatever language it does or did; null while it is free. */
export async function findSlugOwner(slug: string, tx: Tx): Promise<number | null> {
  const isCalled = { OR: [{ slug }, { addresses: { some: { slug } } }] }
  const present = await tx.destination.findFirst({ where: isCalled, select: { id: true } })
  const former = await tx.destinationSlug.findUnique({ where: { slug }, select: { skuId: true } })

  return present?.id ?? former?.skuId ?? null
}

type AddressChange = { skuId: number; from: string | null; locale: string; slug: string | null }

/**
 * Gives a destination another address in a language, null for none of its own there. The former one keeps leading to it, and
 * is never another's.
 */
export async function changeAddress({ skuId, from, locale, slug }: AddressChange, tx: Tx): Promise<void> {
  if (locale === DEFAULT_LOCALE) {
    await tx.destination.updateMany({ where: { id: skuId }, data: slug === null ? {} : { slug } })
  } else {
    await tx.destinationAddress.deleteMany({ where: { skuId, locale } })
    if (slug !== null) await tx.destinationAddress.createMany({ data: [{ skuId, locale, slug }] })
  }
  if (from !== null) await tx.destinationSlug.createMany({ data: [{ slug: from, skuId }], skipDuplicates: true })
}

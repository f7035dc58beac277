import 'server-only'
import { createHash } from 'node:crypto'
import { listAllPlans } from '#lib/catalog/repository/admin-catalog.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { type CurrentTerms, findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import type { RuleEdit } from '#lib/pricing/rules/pricing-edit.ts'
import {
  type PlanToPrice,
  type PriceChangeSet,
  type PriceEffect,
  previewText,
  priceEffect,
} from '#lib/pricing/rules/pricing-preview.ts'
import {
  parseBefore,
  parseCounts,
  parseEdits,
  parseRateEdit,
  type RateEdit,
  type RevisionBefore,
  STOP_REASONS,
  type StopReason,
} from '#lib/pricing/rules/pricing-revision.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'

/** A destination as lists of plans name it. */
export type PricedDestination = { id: number; providerName: string; ownName: string | null; iso2: string | null }

/** A plan with what decides about its price, and what names it. */
export type WorldPlan = PlanToPrice & { entry: PricedDestination }

/** Everything that prices follow from: the terms of today, and every plan of the mirror, those of partners too. */
export type PriceWorld = { terms: CurrentTerms; plans: (WorldPlan & { entry: { partnerId: number | null } })[] }

/** Who made the rule that counts now, and when. */
export type RuleOrigin = RuleScope & { createdBy: string; createdAt: Date }

/** The exchange rate that counts now; null where none was set. */
type CurrentRate = {
  id: string
  rate: Decimal
  source: string
  asOf: string | null
  setBy: string | null
  at: Date
}

// Any number; it stands for "the price rules" among the advisory locks of this database.
const PRICE_LOCK = 7_210_044

/** Lets one transaction at a time change what prices follow from. Held until it ends. */
export async function lockPrices(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${PRICE_LOCK})`
}

/** Reads terms and plans as they are now. */
export async function readPriceWorld(client: Tx = db()): Promise<PriceWorld> {
  const terms = await findSaleTerms(client)
  const destinations = await listAllPlans(client)

  return {
    terms,
    plans: destinations.flatMap(({ plans, ...destination }) =>
      plans.map((plan) => ({ plan, destination, entry: destination })),
    ),
  }
}

/** Reads who made the rules that count now. */
export async function listRuleOrigins(client: Tx = db()): Promise<RuleOrigin[]> {
  return client.priceRule.findMany({
    where: { replacedAt: null },
    select: { scope: true, scopeKey: true, createdBy: true, createdAt: true },
  })
}

/** Reads the version that the rules have now: the number of the newest change. */
export async function findPriceVersion(client: Tx = db()): Promise<number> {
  const rule = await client.priceRule.aggregate({ _max: { version: true } })
  const revision = await client.priceRevision.aggregate({ _max: { number: true } })

  return Math.max(rule._max.version ?? 0, revision._max.number ?? 0)
}

/** Puts new rules in the place of those that they edit. A rule is never changed: quotes name the version they used. */
export async function replaceRules(
  edits: readonly RuleEdit[],
  { version, createdBy }: { version: number; createdBy: string },
  tx: Tx,
): Promise<void> {
  const now = new Date()
  for (const { scope, scopeKey, terms } of edits) {
    await tx.priceRule.updateMany({ where: { scope, scopeKey, replacedAt: null }, data: { replacedAt: now } })
    if (!terms) continue
    await tx.priceRule.create({
      data: { id: newId('prl'), scope, scopeKey, ...terms, version, createdBy, validFrom: now, createdAt: now },
      select: { id: true },
    })
  }
}

/** Reads the exchange rate that counts now, `null` while there is none. */
export async function findCurrentRate(
  { from, to }: { from: string; to: string },
  client: Tx = db(),
): Promise<CurrentRate | null> {
  const row = await client.exchangeRate.findFirst({
    where: { from, to },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true, rate: true, source: true, asOf: true, setBy: true, at: true },
  })

  return row && { ...row, rate: decimal(row.rate.toString()) }
}

/** Reads exchange rates of a pair, the newest first, those behind the one with an id where one is given. */
export async function listRates(
  { from, to }: { from: string; to: string },
  { after, limit }: { after: string | null; limit: number },
): Promise<CurrentRate[]> {
  const rows = await db().exchangeRate.findMany({
    where: { from, to },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
    ...(after === null ? {} : { cursor: { id: after }, skip: 1 }),
    select: { id: true, rate: true, source: true, asOf: true, setBy: true, at: true },
  })

  return rows.map((row) => ({ ...row, rate: decimal(row.rate.toString()) }))
}

/** Stores an exchange rate, which counts from now on. */
export async function insertRate(
  rate: { from: string; to: string; rate: Decimal; source: string; asOf: string; setBy: string },
  tx: Tx,
): Promise<void> {
  await tx.exchangeRate.create({ data: { id: newId('rat'), ...rate, at: new Date() }, select: { id: true } })
}

/** Reads the names of staff for the actors of a history; an actor that is none is left out. */
export async function listStaffNames(actors: readonly string[]): Promise<Map<string, string>> {
  const ids = actors.filter((actor) => actor.startsWith('staff:')).map((actor) => actor.slice('staff:'.length))
  const rows = await db().staff.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })

  return new Map(rows.map(({ id, name }) => [`staff:${id}`, name]))
}

type State = 'draft' | 'scheduled' | 'applied' | 'discarded' | 'stopped'

/** What a change of a set writes. */
export type RevisionChange = {
  state?: State
  edits?: RuleEdit[]
  rate?: RateEdit | null
  number?: number
  before?: RevisionBefore
  counts?: { changed: number; cheaper: number; dearer: number }
  dueAt?: Date | null
  stopReason?: StopReason | null
  appliedAt?: Date
  updatedBy: string
}

/** Stores a new draft and returns its id. */
export async function insertDraft(
  draft: { title: string; edits: RuleEdit[]; rate: RateEdit | null; undoes?: string; by: string },
  tx: Tx,
): Promise<string> {
  const id = newId('prv')
  const { title, edits, rate, undoes, by } = draft
  await tx.priceRevision.create({
    data: { id, title, edits, rate: rate ?? Prisma.DbNull, undoes: undoes ?? null, createdBy: by, updatedBy: by },
    select: { id: true },
  })

  return id
}

/** Reads one set of changes, `null` when there is none. */
export async function findRevision(id: string, client: Tx = db()): Promise<PriceRevision | null> {
  const row = await client.priceRevision.findUnique({ where: { id } })

  return row && toRevision(row)
}

/** Writes to a set of changes, and counts a turn. */
export async function changeRevision(id: string, change: RevisionChange, tx: Tx): Promise<void> {
  const { rate, ...rest } = change
  await tx.priceRevision.updateMany({
    where: { id },
    data: {
      ...rest,
      ...(rate === undefined ? {} : { rate: rate ?? Prisma.DbNull }),
      turn: { increment: 1 },
      updatedAt: new Date(),
    },
  })
}

/** Reads the sets that are not applied yet, the one touched last first. */
export async function listOpenRevisions(): Promise<PriceRevision[]> {
  const rows = await db().priceRevision.findMany({
    where: { state: { in: ['draft', 'scheduled', 'stopped'] } },
    orderBy: { updatedAt: 'desc' },
  })

  return rows.map(toRevision)
}

/** Reads the sets that were applied, the newest first, those before a version where one is given. */
export async function listAppliedRevisions(limit: number, past: number | null): Promise<PriceRevision[]> {
  const rows = await db().priceRevision.findMany({
    where: { state: 'applied', ...(past === null ? {} : { number: { lt: past } }) },
    orderBy: { number: 'desc' },
    take: limit,
  })

  return rows.map(toRevision)
}

/** Reads the versions that sets of changes made, by their ids. */
export async function listRevisionNumbers(ids: string[]): Promise<Map<string, number>> {
  const rows = await db().priceRevision.findMany({ where: { id: { in: ids } }, select: { id: true, number: true } })

  return new Map(rows.map(({ id, number }) => [id, number ?? 0]))
}

/** Reads which scheduled sets are due. */
export async function listDueRevisions(now: Date): Promise<string[]> {
  const rows = await db().priceRevision.findMany({
    where: { state: 'scheduled', dueAt: { lte: now } },
    orderBy: { dueAt: 'asc' },
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

function toRevision(row: Prisma.PriceRevisionGetPayload<object>) {
  const { createdAt: _, ...kept } = row

  return {
    ...kept,
    edits: parseEdits(row.edits),
    rate: parseRateEdit(row.rate),
    before: parseBefore(row.before),
    counts: parseCounts(row.counts),
    stopReason: STOP_REASONS.find((reason) => reason === row.stopReason) ?? null,
  }
}

/** A set of changes to the prices. `turn` counts its edits, so that nobody writes over another person's. */
export type PriceRevision = ReturnType<typeof toRevision>

/** What a set of changes does, out of what it was computed, and a mark that is the same for the same effect. */
export type DraftEffect = PriceEffect<WorldPlan> & { world: PriceWorld; mark: string }

/** Reads what a set of changes would do now. The preview of a page and the check before applying are this one reading. */
export async function readDraftEffect(changes: PriceChangeSet, client: Tx = db()): Promise<DraftEffect> {
  const world = await readPriceWorld(client)
  const effect = priceEffect(world.plans, world.terms, changes)
  const mark = createHash('sha256').update(previewText(effect.rows)).digest('base64url')

  return { ...effect, world, mark }
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { RuleEdit } from '#lib/pricing/rules/pricing-edit.ts'
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

type State = 'draft' | 'scheduled' | 'applied' | 'discarded' | 'stopped'

/** A set of changes to the prices. `turn` counts its edits, so that nobody writes over another person's. */
export type PriceRevision = {
  id: string
  state: State
  title: string
  edits: RuleEdit[]
  rate: RateEdit | null
  turn: number
  number: number | null
  before: RevisionBefore | null
  counts: { changed: number; cheaper: number; dearer: number } | null
  dueAt: Date | null
  stopReason: StopReason | null
  undoes: string | null
  createdBy: string
  updatedBy: string
  updatedAt: Date
  appliedAt: Date | null
}

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
    take: 20,
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

function toRevision(row: Prisma.PriceRevisionGetPayload<object>): PriceRevision {
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

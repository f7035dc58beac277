import 'server-only'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { DiscrepancyKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import type { FoundDiscrepancy } from '#lib/reconciliation/rules/reconciled-kinds.ts'
import { closeDiscrepancies } from './discrepancies.ts'

const select = {
  id: true,
  kind: true,
  subject: true,
  orderId: true,
  evidence: true,
  mark: true,
  riskAmount: true,
  riskCurrency: true,
  openedAt: true,
  seenAt: true,
  closedAt: true,
  closedBy: true,
  resolution: true,
  reason: true,
} as const satisfies Prisma.DiscrepancySelect

// A kind that another part of the store opens about the same fact: the comparison tells more of it.
const TOLD_BY: Partial<Record<string, DiscrepancyKind>> = { status_differs: 'cancelled_elsewhere' }

/** A difference as it is stored. */
export type StoredDiscrepancy = Prisma.DiscrepancyGetPayload<{ select: typeof select }>

/**
 * Keeps a difference that a comparison found: once. `settled` when a person has settled exactly this before, `known`
 * when it is open already; then its evidence becomes that of now. `openedRun` is the comparison, where it is one of all.
 */
export async function reportDiscrepancy(
  discrepancy: FoundDiscrepancy,
  openedRun: string | null = null,
): Promise<'opened' | 'known' | 'settled'> {
  const { kind, subject, orderId, mark, risk } = discrepancy
  const evidence: Prisma.InputJsonObject = JSON.parse(JSON.stringify(discrepancy.evidence))
  const facts = {
    orderId,
    evidence,
    mark,
    riskAmount: risk?.amount ?? null,
    riskCurrency: risk?.currency ?? null,
    seenAt: new Date(),
  }

  return transaction(async (tx) => {
    const settled = await tx.discrepancy.findFirst({
      where: { kind, subject, closedAt: { not: null }, closedBy: { not: 'store' } },
      orderBy: { closedAt: 'desc' },
      select: { mark: true },
    })
    if (settled && (settled.mark === null || settled.mark === mark)) return 'settled'
    const { count } = await tx.discrepancy.createMany({
      data: [{ id: newId('brk'), kind, subject, openedRun, ...facts }],
      skipDuplicates: true,
    })
    const replaced = TOLD_BY[kind]
    if (replaced) await closeDiscrepancies({ kind: replaced, subject, resolution: 'replaced' }, tx)
    if (count === 1) return 'opened'
    await tx.discrepancy.updateMany({ where: { kind, subject, closedAt: null }, data: facts })

    return 'known'
  })
}

/** Open differences of these kinds, oldest first, behind one that was shown; `ids` are the only ones that may be among them. */
export async function listOpenDiscrepancies(
  kinds: readonly string[],
  {
    ids = null,
    after = null,
    limit = 1_000,
  }: Partial<DiscrepancyPlace> & Pick<Partial<DiscrepancyListFilter>, 'ids'> = {},
): Promise<StoredDiscrepancy[]> {
  const last = after === null ? null : await getDiscrepancy(after)
  const { id = '', openedAt = new Date(0) } = last ?? {}
  const behind = { openedAt: { gte: openedAt }, NOT: { openedAt, id: { lte: id } } }

  return db().discrepancy.findMany({
    where: { AND: [openOf(kinds, ids), last ? behind : {}] },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select,
  })
}

function openOf(kinds: readonly string[] | undefined, ids: string[] | null): Prisma.DiscrepancyWhereInput {
  return {
    closedAt: null,
    ...(kinds ? { kind: { in: [...kinds] } } : {}),
    ...(ids === null ? {} : { id: { in: ids } }),
  }
}

/** The difference, `null` when there is none. */
export async function getDiscrepancy(id: string): Promise<StoredDiscrepancy | null> {
  return db().discrepancy.findUnique({ where: { id }, select })
}

/** Locks an open difference until the transaction ends: of two people who settle it, one comes first. */
export async function lockOpenDiscrepancy(id: string, tx: Tx): Promise<StoredDiscrepancy | null> {
  await tx.$queryRaw`SELECT "id" FROM "Break" WHERE "id" = ${id} FOR UPDATE`
  const row = await tx.discrepancy.findUnique({ where: { id }, select })

  return row?.closedAt === null ? row : null
}

/** By whom and how a difference is closed; `run` is the comparison that did. */
type DiscrepancyClose = { by: string; resolution: string; reason?: string | null; run?: string | null }

/** Closes a difference by its id. `false` when it is closed already. */
export async function closeDiscrepancy(
  id: string,
  { by, resolution, reason = null, run = null }: DiscrepancyClose,
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.discrepancy.updateMany({
    where: { id, closedAt: null },
    data: { closedAt: new Date(), closedBy: by, resolution, reason, closedRun: run },
  })

  return count === 1
}

/** How many differences are open, of these kinds or all and among `ids` or all, and since when the oldest. */
export async function countOpenDiscrepancies(
  kinds?: readonly string[],
  ids: string[] | null = null,
): Promise<{ open: number; oldestAt: Date | null }> {
  const { _count, _min } = await db().discrepancy.aggregate({
    where: openOf(kinds, ids),
    _count: true,
    _min: { openedAt: true },
  })

  return { open: _count, oldestAt: _min.openedAt }
}

/** Which differences are wanted: behind one that was shown, as many as `limit`. */
export type DiscrepancyPlace = { after: string | null; limit: number }

/** Which differences are meant; `ids` are the only ones that may be among them. */
export type DiscrepancyListFilter = {
  kind: string | null
  ids: string[] | null
  /** How it was closed. */
  resolution?: string | null
  /** The comparison that opened it, and the one that closed it. */
  opened?: string | null
  ended?: string | null
}

function meant({
  kind,
  ids,
  resolution = null,
  opened = null,
  ended = null,
}: DiscrepancyListFilter): Prisma.DiscrepancyWhereInput {
  return {
    ...(kind === null ? {} : { kind }),
    ...(ids === null ? {} : { id: { in: ids } }),
    ...(resolution === null ? {} : { resolution }),
    ...(opened === null ? {} : { openedRun: opened }),
    ...(ended === null ? {} : { closedRun: ended }),
  }
}

/** Open differences, those with the most money at risk first. */
export async function listOpenByRisk(
  filter: DiscrepancyListFilter,
  { after, limit }: DiscrepancyPlace,
): Promise<StoredDiscrepancy[]> {
  const last = after === null ? null : await getDiscrepancy(after)

  return db().discrepancy.findMany({
    where: { AND: [{ closedAt: null }, meant(filter), ...(last ? [lessUrgent(last)] : [])] },
    orderBy: [{ riskAmount: { sort: 'desc', nulls: 'last' } }, { openedAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select,
  })
}

/** How many differences a comparison has opened and closed. */
export async function countOfRun(run: string): Promise<{ opened: number; closed: number }> {
  const [opened, closed] = await Promise.all([
    db().discrepancy.count({ where: { openedRun: run } }),
    db().discrepancy.count({ where: { closedRun: run } }),
  ])

  return { opened, closed }
}

/** How many of the differences that a comparison opened are open, and how many are closed. */
export async function countOpenedBy(run: string): Promise<{ open: number; closed: number }> {
  const [open, closed] = await Promise.all([
    db().discrepancy.count({ where: { openedRun: run, closedAt: null } }),
    db().discrepancy.count({ where: { openedRun: run, closedAt: { not: null } } }),
  ])

  return { open, closed }
}

/** How many open differences are meant. */
export async function countOpenMeant(filter: DiscrepancyListFilter): Promise<number> {
  return db().discrepancy.count({ where: { AND: [{ closedAt: null }, meant(filter)] } })
}

/** How many differences of each kind are open, and what is at risk with them. */
export async function sumOpenDiscrepancies() {
  const groups = await db().discrepancy.groupBy({
    by: ['kind', 'riskCurrency'],
    where: { closedAt: null },
    _count: true,
    _sum: { riskAmount: true },
  })

  return groups.map((group) => ({
    kind: group.kind,
    count: group._count,
    currency: group.riskCurrency,
    amount: group._sum.riskAmount === null ? null : toDecimal(group._sum.riskAmount),
  }))
}

// What stands behind a difference in that order: without a sum at risk comes last.
function lessUrgent({ id, riskAmount, openedAt }: StoredDiscrepancy): Prisma.DiscrepancyWhereInput {
  const later: Prisma.DiscrepancyWhereInput = {
    riskAmount,
    OR: [{ openedAt: { gt: openedAt } }, { openedAt, id: { gt: id } }],
  }

  return riskAmount === null ? later : { OR: [{ riskAmount: { lt: riskAmount } }, { riskAmount: null }, later] }
}

/** Closed differences, the last first. */
export async function listClosedDiscrepancies(
  filter: DiscrepancyListFilter,
  { after, limit }: DiscrepancyPlace,
): Promise<StoredDiscrepancy[]> {
  const last = after === null ? null : await getDiscrepancy(after)
  const closedAt = last?.closedAt ?? null
  const behind = last && closedAt ? { closedAt: { lte: closedAt }, NOT: { closedAt, id: { gte: last.id } } } : CLOSED

  return db().discrepancy.findMany({
    where: { AND: [behind, meant(filter)] },
    orderBy: [{ closedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select,
  })
}

const CLOSED: Prisma.DiscrepancyWhereInput = { closedAt: { not: null } }

/** A stored amount as exact text. */
export function toDecimal(amount: Prisma.Decimal): Decimal {
  return decimal(amount.toFixed())
}

/** The numbers of orders, by their ids. */
export async function findOrderNumbers(ids: string[]): Promise<Map<string, string>> {
  const rows = await db().order.findMany({ where: { id: { in: ids } }, select: { id: true, number: true } })

  return new Map(rows.map(({ id, number }) => [id, number]))
}

import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { findNamed, listNetworkNumbers, MAX_FOUND, type Searched } from '#lib/core/repository/lists.ts'
import { compareDecimals, type Decimal, decimal, keptAmount, subtractDecimals, ZERO } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { LossKind } from '#lib/finance/rules/provider-ledger.ts'
import { lockProviderOrder } from '#lib/fulfilment/repository/provider-orders.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { OrderSearch } from '#lib/orders/rules/admin-orders.ts'
import type { DiscrepancyKind, FoundDiscrepancy } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** A difference between us and an outside party. One per kind and subject is open at a time. */
type NewDiscrepancy = {
  kind: DiscrepancyKind
  subject: string
  orderId?: string
  /** What tells it from one of its kind that was settled before. */
  mark?: string
  evidence: Prisma.InputJsonObject
}

/** Opens a difference for a person to look at. Nothing happens when the same one is open. */
export async function openDiscrepancy(discrepancy: NewDiscrepancy, client: Tx = db()): Promise<void> {
  await client.discrepancy.createMany({ data: [{ id: newId('brk'), ...discrepancy }], skipDuplicates: true })
}

/** Tells whether a person has settled exactly this difference before. */
export async function isSettledByPerson(
  { kind, subject, mark }: { kind: DiscrepancyKind; subject: string; mark: string },
  tx: Tx,
): Promise<boolean> {
  const where = { kind, subject, mark, closedAt: { not: null }, closedBy: { not: 'store' } }

  return (await tx.discrepancy.count({ where })) > 0
}

/** Closes an open difference by a rule of the store. Nothing happens when none is open. */
export async function closeDiscrepancies(
  { kind, subject, resolution }: { kind: DiscrepancyKind; subject: string; resolution: string },
  tx: Tx,
): Promise<void> {
  await tx.discrepancy.updateMany({
    where: { kind, subject, closedAt: null },
    data: { closedAt: new Date(), closedBy: 'store', resolution },
  })
}

/** `amount` is exact decimal text in `currency`, `null` where nobody knows it. */
type NewLoss = {
  orderId: string | null
  kind: LossKind
  amount: string | null
  currency: string
  evidence: Prisma.InputJsonObject
}

/** Books money that is lost, or may be: in the book of its order, and in that of now where no order stands behind it. */
export async function bookLoss(loss: NewLoss, client: Tx = db()): Promise<void> {
  const where = { id: loss.orderId ?? '' }
  const order = await client.order.findUnique({ where, select: { mode: true } })
  const data = { id: newId('los'), ...loss, mode: order?.mode ?? env.STORE_MODE }
  await client.lossEntry.create({ data, select: { id: true } })
}

/** What was booked as lost of one kind about one subject, in one currency. */
export async function sumLosses(
  { kind, subject, currency }: { kind: LossKind; subject: string; currency: string },
  tx: Tx,
) {
  const where = { kind, currency, evidence: { path: ['subject'], equals: subject } }
  const { _sum } = await tx.lossEntry.aggregate({ where, _sum: { amount: true } })

  return _sum.amount === null ? ZERO : toDecimal(_sum.amount)
}

/** Books the cost of an order as lost. An order is lost once, whoever finds out first. */
export async function bookLostOrder({ orderNum, ...loss }: Omit<NewLoss, 'evidence'> & { orderNum: string }, tx: Tx) {
  const evidence = { path: ['orderNum'], equals: orderNum }
  const before = await tx.lossEntry.count({ where: { orderId: loss.orderId, evidence } })
  if (before === 0) await bookLoss({ ...loss, evidence: { orderNum } }, tx)
}

/** Notes what the supplier charged, or owes us. `amount` is exact decimal text in the provider's currency. */
export async function addProviderEntry(
  entry: { kind: 'spend' | 'expected_credit'; amount: string; currency: string; orderNum: string; note?: string },
  client: Tx = db(),
): Promise<void> {
  await client.providerEntry.create({ data: { id: newId('sup'), ...entry }, select: { id: true } })
}

/** What an order cost: as the provider told it, or as it was booked before the provider told anything. */
export async function costOf(orderNum: string, tx: Tx): Promise<{ cost: Decimal; currency: string } | null> {
  const order = await tx.providerOrder.findUnique({ where: { orderNum }, select: { cost: true, costCurrency: true } })
  if (!order) return null
  const { cost, costCurrency: currency } = order
  if (cost !== null) return { cost: toDecimal(cost), currency }
  const where = { orderNum, kind: 'spend', currency }
  const { _sum } = await tx.providerEntry.aggregate({ where, _sum: { amount: true } })

  return { cost: _sum.amount === null ? ZERO : toDecimal(_sum.amount), currency }
}

/** Keeps what the provider charges for an order, and books what was not booked of it. */
export async function correctCost(orderNum: string, charged: Decimal, tx: Tx): Promise<void> {
  const before = await costOf(orderNum, tx)
  if (before === null) return
  await tx.providerOrder.update({ where: { orderNum }, data: { cost: charged }, select: { orderNum: true } })
  const amount = subtractDecimals(charged, before.cost)
  if (compareDecimals(amount, ZERO) === 0) return
  await addProviderEntry({ kind: 'spend', amount, currency: before.currency, orderNum, note: 'correction' }, tx)
}

/** Keeps what an order costs whose answer named no price. A known cost stays: what differs from it is for a person. */
export async function learnCost(orderNum: string, told: Decimal | null): Promise<void> {
  const charged = keptAmount(told)
  if (charged === null) return
  await transaction(async (tx) => {
    await lockProviderOrder(orderNum, tx)
    if ((await tx.providerOrder.count({ where: { orderNum, cost: null } })) > 0)
      await correctCost(orderNum, charged, tx)
  })
}

type NewCredit = { orderNum: string; amount: Decimal; note?: string }

/**
 * Notes what the supplier owes us for an order: with all that was noted before never more than the order cost. `false`
 * where nothing is left to owe. The order must be locked.
 */
export async function addExpectedCredit({ orderNum, amount, note }: NewCredit, tx: Tx): Promise<boolean> {
  const order = await costOf(orderNum, tx)
  if (!order) return false
  const where = { orderNum, kind: 'expected_credit' }
  const { _sum } = await tx.providerEntry.aggregate({ where, _sum: { amount: true } })
  const left = subtractDecimals(order.cost, _sum.amount === null ? ZERO : toDecimal(_sum.amount))
  const owed = compareDecimals(amount, left) < 0 ? amount : left
  if (compareDecimals(owed, ZERO) <= 0) return false
  const entry = { kind: 'expected_credit', amount: owed, currency: order.currency, orderNum } as const
  await addProviderEntry({ ...entry, ...(note === undefined ? {} : { note }) }, tx)

  return true
}

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
    riskAmount: keptAmount(risk?.amount ?? null),
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
  if (count === 0) return false
  // A request for a second person about it has nothing left to ask for; the one that is carried out was closed before.
  await client.secondLook.updateMany({
    where: { closedAt: null, input: { path: ['finding'], equals: id } },
    data: { closedAt: new Date(), closedBy: by, outcome: 'declined' },
  })

  return true
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

/**
 * Finds the newest differences about what a text names: those of its orders, those that are about the number itself, and
 * those where a side names it in the evidence. Each is looked up by its index.
 */
export async function findDiscrepancyIds(searched: Searched): Promise<string[]> {
  const { text, meanings, orderIds } = await findNamed(searched)
  const subjects = [text, ...meanings.map(({ value }) => value), ...(await listNetworkNumbers(orderIds))]
  const conditions = [
    Prisma.sql`"orderId" = ANY(${orderIds}::text[])`,
    Prisma.sql`"subject" = ANY(${subjects}::text[])`,
    ...meanings.flatMap(entriesOf),
  ]
  // Each condition by itself: joined by OR, all differences would be walked from the newest on.
  const parts = conditions.map((condition) => Prisma.sql`SELECT "id", "openedAt" FROM "Break" WHERE ${condition}`)
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT b."id" FROM (${Prisma.join(parts, ' UNION ')}) b ORDER BY b."openedAt" DESC LIMIT ${MAX_FOUND}`

  return rows.map(({ id }) => id)
}

/** How a side names what is searched for in the evidence; an eSIM that is none of ours may be named there alone. */
function entriesOf({ kind, value }: OrderSearch): Prisma.Sql[] {
  const isSaid = (facts: object) => Prisma.sql`"evidence" @> ${JSON.stringify(facts)}::jsonb`
  if (kind === 'iccid_end') return [Prisma.sql`card_ends("subject", "evidence") @> ${[value]}::text[]`]
  if (kind === 'iccid') {
    const end = Prisma.sql`card_ends("subject", "evidence") @> ${[value.slice(-6)]}::text[]`

    // A string of its own: a number that only ends so is another one.
    return [Prisma.sql`${end} AND position(${`"${value}"`} in "evidence"::text) > 0`]
  }
  if (kind === 'number') return [isSaid({ ours: { order: value } }), isSaid({ provider: { reference: value } })]

  return kind === 'network' ? [isSaid({ ours: { order: value } }), isSaid({ network: { order: value } })] : []
}

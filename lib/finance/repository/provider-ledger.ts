import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { findEntryIds, type Searched } from '#lib/core/repository/lists.ts'
import { type Decimal, decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import { dayOf } from '#lib/esims/rules/usage-budget.ts'
import {
  type CancellationCredit,
  isUnderFloor,
  type LEDGER_KINDS,
  type LedgerEntry,
  type LedgerFilter,
  type LedgerSums,
  ledgerStatus,
  PROVIDER_FLOOR_KEY,
} from '#lib/finance/rules/provider-ledger.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'
import { listMarkedDays, PROVIDER_BOOK } from './day-marks.ts'

const DAY_MS = 86_400_000
const RECENT_DAYS = 14
const FRESH_MS = 10_000

/** The sums of ledger entries, in the order of the columns of a kept day. */
export const ENTRY_SUMS = Prisma.sql`
  coalesce(sum("amount") FILTER (WHERE "kind" = 'deposit'), 0) AS "deposits",
  coalesce(sum("amount") FILTER (WHERE "kind" = 'withdrawal'), 0) AS "withdrawals",
  coalesce(sum("amount") FILTER (WHERE "kind" = 'spend'), 0) AS "spend",
  coalesce(sum("amount") FILTER (WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NOT NULL), 0) AS "confirmed",
  coalesce(sum("amount") FILTER (WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NULL), 0) AS "expected"`

/**
 * Adds the supplier ledger up, one row per currency. Days that have not changed since they were added up are not read
 * again; the others, and the one on which the last two weeks begin, come from their entries.
 */
export async function sumLedger(client: Tx = db()): Promise<LedgerSums[]> {
  const since = new Date(Date.now() - RECENT_DAYS * DAY_MS)
  const days = [...(await listMarkedDays(PROVIDER_BOOK, null, client)), dayOf(since)]
  const rows = await client.$queryRaw<Record<keyof Omit<LedgerSums, 'recentDays' | 'recentSince'>, string>[]>`
    SELECT "currency", sum("deposits")::text AS "deposits", sum("withdrawals")::text AS "withdrawals",
      sum("spend")::text AS "spend", sum("confirmed")::text AS "confirmed", sum("expected")::text AS "expected",
      sum("recentSpend")::text AS "recentSpend"
    FROM (
      SELECT *, CASE WHEN "day" > ${dayOf(since)}::date THEN "spend" ELSE 0 END AS "recentSpend" FROM "SupplierDay"
      WHERE NOT "day" = ANY(${days}::date[])
      UNION ALL
      SELECT d."day", x.* FROM unnest(${[...new Set(days)]}::date[]) d ("day") CROSS JOIN LATERAL (
        SELECT "currency", ${ENTRY_SUMS},
          coalesce(sum("amount") FILTER (WHERE "kind" = 'spend' AND "at" >= ${since}), 0) AS "recentSpend"
        FROM "SupplierEntry" WHERE "at" >= d."day"::timestamp AT TIME ZONE 'UTC'
          AND "at" < (d."day" + 1)::timestamp AT TIME ZONE 'UTC' GROUP BY "currency"
      ) x
    ) s GROUP BY "currency" ORDER BY "currency"`

  return rows.map(({ currency, ...sums }) => ({
    currency,
    recentDays: RECENT_DAYS,
    recentSince: since,
    deposits: decimal(sums.deposits),
    withdrawals: decimal(sums.withdrawals),
    spend: decimal(sums.spend),
    confirmed: decimal(sums.confirmed),
    expected: decimal(sums.expected),
    recentSpend: decimal(sums.recentSpend),
  }))
}

/** Returns the floor that the operator set, `null` without one. */
export async function findProviderFloor(client: Tx = db()): Promise<Decimal | null> {
  return toProviderFloor(await findSetting(PROVIDER_FLOOR_KEY, client))
}

/** The floor that a stored setting names, `null` when it names none. */
export function toProviderFloor(value: unknown): Decimal | null {
  return typeof value === 'string' ? parseDecimal(value) : null
}

let lastAnswer: { isUnder: boolean; at: number; of: string } | null = null

/**
 * Tells whether less than `floor` is left at the supplier. The ledger is added up once in ten seconds at most: a till
 * that closes a moment late is no harm, a sum over every sale before each of them would be.
 */
export async function isProviderShort(floor: Decimal | null, client: Tx = db()): Promise<boolean> {
  if (floor === null) return false
  const of = `${env.DATABASE_URL} ${floor}`
  if (lastAnswer?.of === of && Date.now() - lastAnswer.at < FRESH_MS) return lastAnswer.isUnder
  const sums = (await sumLedger(client)).find(({ currency }) => currency === env.RESELLER_API_CURRENCY)
  const isUnder = sums !== undefined && isUnderFloor(ledgerStatus(sums).balance, floor)
  lastAnswer = { isUnder, at: Date.now(), of }

  return isUnder
}

/** Forgets what was added up, after an act that changed the ledger. */
export function forgetProviderStatus(): void {
  lastAnswer = null
}

/** Notes money that was paid to the supplier, or came back from it. `false` when this very entry is known already. */
export async function addTransferEntry(
  entry: { id: string; kind: 'deposit' | 'withdrawal'; amount: string; currency: string; note: string | null },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.providerEntry.createMany({ data: [entry], skipDuplicates: true })

  return count > 0
}

/** Confirms a credit that is still expected. `null` when there is none, or somebody was first. */
export async function confirmCreditEntry(id: string, by: string, tx: Tx) {
  const [row] = await tx.providerEntry.updateManyAndReturn({
    where: { id, kind: 'expected_credit', confirmedAt: null },
    data: { confirmedAt: new Date(), confirmedBy: by },
    select: { amount: true, currency: true, orderNum: true },
  })

  return row ? { ...row, amount: row.amount.toFixed() } : null
}

/** Lists the credits that wait for a person, the oldest first. */
export async function listExpectedCredits(limit: number): Promise<LedgerEntry[]> {
  return withOrders(
    await db().$queryRaw<Row[]>`
      ${ENTRIES} WHERE ${OF_KIND.expected_credit} ORDER BY s."at", s."id" LIMIT ${limit}`,
  )
}

/** Lists the credits that a person has confirmed, the last confirmed first. */
export async function listConfirmedCredits(limit: number): Promise<LedgerEntry[]> {
  return withOrders(
    await db().$queryRaw<Row[]>`
      ${ENTRIES} WHERE ${OF_KIND.confirmed_credit} ORDER BY s."confirmedAt" DESC, s."id" LIMIT ${limit}`,
  )
}

/** The credits, expected or confirmed, of requests to give eSIMs back: the note of each names its request. */
export async function listCancellationCredits(
  returns: readonly { id: string; orderNum: string }[],
): Promise<(CancellationCredit & { cancellationId: string })[]> {
  if (returns.length === 0) return []
  const rows = await db().$queryRaw<(CancellationCredit & { cancellationId: string })[]>`
    SELECT s."id", s."note" AS "cancellationId", s."amount"::text AS "amount", s."currency", s."confirmedAt",
      coalesce(f."name", s."confirmedBy") AS "confirmedBy"
    FROM "SupplierEntry" s LEFT JOIN "Staff" f ON s."confirmedBy" = 'staff:' || f."id"
    WHERE s."orderNum" = ANY(${returns.map(({ orderNum }) => orderNum)}::text[])
      AND s."note" = ANY(${returns.map(({ id }) => id)}::text[])`

  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }))
}

/** A place in the ledger, newest first. */
export type LedgerKey = { at: Date; id: string }

/** Finds where the ledger goes on behind an entry, `null` for one that does not exist. */
export function findLedgerKey(id: string): Promise<LedgerKey | null> {
  return db().providerEntry.findUnique({ where: { id }, select: { at: true, id: true } })
}

type Place = { after: LedgerKey | null; limit: number }

/** Looks up which entries a filter means. */
export async function findLedgerFilter({ q: _, ...filter }: LedgerFilter, searched: Searched | null) {
  return { ...filter, ids: searched && (await findEntryIds(searched)) }
}

/** `ids` are the only entries that may be among those that are meant; `until` is not included. */
type LedgerListFilter = Awaited<ReturnType<typeof findLedgerFilter>>

/** Lists entries, the newest first, behind a key. */
export async function listLedger(filter: LedgerListFilter, { after, limit }: Place): Promise<LedgerEntry[]> {
  const { kind, from, to, currency, since, ids } = filter
  const conditions = [
    ...(ids ? [Prisma.sql`s."id" = ANY(${ids}::text[])`] : []),
    ...(kind ? [OF_KIND[kind]] : []),
    ...(from ? [Prisma.sql`s."at" >= ${new Date(`${from}T00:00:00Z`)}`] : []),
    ...(currency ? [Prisma.sql`s."currency" = ${currency}`] : []),
    ...(since ? [Prisma.sql`s."at" >= ${new Date(since)}`] : []),
    ...(to ? [Prisma.sql`s."at" < ${new Date(`${addDays(to, 1)}T00:00:00Z`)}`] : []),
    ...(after ? [Prisma.sql`s."at" <= ${after.at} AND (s."at", s."id") < (${after.at}, ${after.id})`] : []),
  ]
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty

  return withOrders(await db().$queryRaw<Row[]>`${ENTRIES} ${where} ORDER BY s."at" DESC, s."id" DESC LIMIT ${limit}`)
}

const ENTRIES = Prisma.sql`
  SELECT s."id", s."kind", s."amount"::text AS "amount", s."currency", s."orderNum", s."at", s."confirmedAt",
    coalesce(f."name", s."confirmedBy") AS "confirmedBy",
    CASE WHEN s."kind" IN ('deposit', 'withdrawal') THEN coalesce(b."name", s."note") END AS "note"
  FROM "SupplierEntry" s LEFT JOIN "Staff" f ON s."confirmedBy" = 'staff:' || f."id"
    LEFT JOIN "Staff" b ON s."note" = 'staff:' || b."id"`

// Spelled out: a bound kind would not be matched with the indexes of the rare ones.
const OF_KIND: Record<(typeof LEDGER_KINDS)[number], Prisma.Sql> = {
  deposit: Prisma.sql`s."kind" = 'deposit'`,
  withdrawal: Prisma.sql`s."kind" = 'withdrawal'`,
  spend: Prisma.sql`s."kind" = 'spend'`,
  expected_credit: Prisma.sql`s."kind" = 'expected_credit' AND s."confirmedAt" IS NULL`,
  confirmed_credit: Prisma.sql`s."kind" = 'expected_credit' AND s."confirmedAt" IS NOT NULL`,
}

type Row = Omit<LedgerEntry, 'amount' | 'order'> & { amount: string }

async function withOrders(rows: Row[]): Promise<LedgerEntry[]> {
  const owners = await db().providerOrder.findMany({
    where: { orderNum: { in: rows.flatMap(({ orderNum }) => orderNum ?? []) } },
    select: { orderNum: true, item: { select: { order: { select: { id: true, number: true } } } } },
  })
  const orders = new Map(owners.map(({ orderNum, item }) => [orderNum, item.order]))

  return rows.map((row) => ({
    ...row,
    amount: decimal(row.amount),
    order: (row.orderNum && orders.get(row.orderNum)) || null,
  }))
}

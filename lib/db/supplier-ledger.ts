import 'server-only'
import { type Decimal, decimal, parseDecimal } from '#lib/domain/decimal.ts'
import {
  isUnderFloor,
  type LedgerEntry,
  type LedgerSums,
  ledgerStanding,
  SUPPLIER_FLOOR_KEY,
} from '#lib/domain/supplier-ledger.ts'
import { env } from '#lib/env.ts'
import { db, type Tx } from './client.ts'
import { findSetting } from './settings.ts'

const RECENT_DAYS = 14
const FRESH_MS = 10_000

/** Adds the supplier ledger up, one row per currency. */
export async function sumLedger(client: Tx = db()): Promise<LedgerSums[]> {
  const rows = await client.$queryRaw<Record<keyof Omit<LedgerSums, 'recentDays'>, string>[]>`
    SELECT "currency",
      coalesce(sum("amount") FILTER (WHERE "kind" = 'deposit'), 0)::text AS "deposits",
      coalesce(sum("amount") FILTER (WHERE "kind" = 'withdrawal'), 0)::text AS "withdrawals",
      coalesce(sum("amount") FILTER (WHERE "kind" = 'spend'), 0)::text AS "spend",
      coalesce(sum("amount") FILTER (WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NOT NULL), 0)::text
        AS "confirmed",
      coalesce(sum("amount") FILTER (WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NULL), 0)::text
        AS "expected",
      coalesce(sum("amount") FILTER (
        WHERE "kind" = 'spend' AND "at" > now() - make_interval(days => ${RECENT_DAYS}::int)), 0)::text AS "recentSpend"
    FROM "SupplierEntry" GROUP BY "currency" ORDER BY "currency"`

  return rows.map(({ currency, ...sums }) => ({
    currency,
    recentDays: RECENT_DAYS,
    deposits: decimal(sums.deposits),
    withdrawals: decimal(sums.withdrawals),
    spend: decimal(sums.spend),
    confirmed: decimal(sums.confirmed),
    expected: decimal(sums.expected),
    recentSpend: decimal(sums.recentSpend),
  }))
}

/** Returns the floor that the operator set, `null` without one. */
export async function findSupplierFloor(client: Tx = db()): Promise<Decimal | null> {
  const value = await findSetting(SUPPLIER_FLOOR_KEY, client)

  return typeof value === 'string' ? parseDecimal(value) : null
}

let standing: { isUnder: boolean; at: number; of: string } | null = null

/**
 * Tells whether less than the floor is left at the supplier. The ledger is added up once in ten seconds at most: a till
 * that closes a moment late is no harm, a sum over every sale before each of them would be.
 */
export async function isSupplierShort(client: Tx = db()): Promise<boolean> {
  const floor = await findSupplierFloor(client)
  if (floor === null) return false
  const of = `${env.DATABASE_URL} ${floor}`
  if (standing?.of === of && Date.now() - standing.at < FRESH_MS) return standing.isUnder
  const sums = (await sumLedger(client)).find(({ currency }) => currency === env.RESELLER_API_CURRENCY)
  const isUnder = sums !== undefined && isUnderFloor(ledgerStanding(sums).balance, floor)
  standing = { isUnder, at: Date.now(), of }

  return isUnder
}

/** Forgets what was added up, after an act that changed the ledger. */
export function forgetSupplierStanding(): void {
  standing = null
}

/** Notes money that was paid to the supplier, or came back from it. `false` when this very entry is known already. */
export async function addTransferEntry(
  entry: { id: string; kind: 'deposit' | 'withdrawal'; amount: string; currency: string; note: string | null },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.supplierEntry.createMany({ data: [entry], skipDuplicates: true })

  return count > 0
}

/** Confirms a credit that is still expected. `null` when there is none, or somebody was first. */
export async function confirmCreditEntry(id: string, by: string, tx: Tx) {
  const [row] = await tx.supplierEntry.updateManyAndReturn({
    where: { id, kind: 'expected_credit', confirmedAt: null },
    data: { confirmedAt: new Date(), confirmedBy: by },
    select: { amount: true, currency: true, orderNum: true },
  })

  return row ? { ...row, amount: row.amount.toFixed() } : null
}

/** Lists expected credits, the oldest first, or every entry, the newest first. */
export async function listLedger(what: 'expected' | 'all', limit: number): Promise<LedgerEntry[]> {
  const rows = await db().supplierEntry.findMany({
    where: what === 'expected' ? { kind: 'expected_credit', confirmedAt: null } : {},
    orderBy: what === 'expected' ? [{ at: 'asc' }, { id: 'asc' }] : [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
    select: { id: true, kind: true, amount: true, currency: true, orderNum: true, at: true, confirmedAt: true },
  })
  const owners = await db().upstreamOrder.findMany({
    where: { orderNum: { in: rows.flatMap(({ orderNum }) => orderNum ?? []) } },
    select: { orderNum: true, line: { select: { order: { select: { id: true, number: true } } } } },
  })
  const orders = new Map(owners.map(({ orderNum, line }) => [orderNum, line.order]))

  return rows.map((row) => ({
    ...row,
    amount: decimal(row.amount.toFixed()),
    order: (row.orderNum && orders.get(row.orderNum)) || null,
  }))
}

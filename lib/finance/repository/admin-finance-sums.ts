import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { addDecimals, decimal } from '#lib/core/rules/decimal.ts'
import { type DayStretch, dayOf, liveStretches } from '#lib/esims/rules/day-stretches.ts'
import type { FinanceFigures, FinanceGroup } from '#lib/finance/rules/admin-finance.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { type SoldFilter, soldLines } from './admin-finance-lines.ts'
import { listMarkedDays } from './day-marks.ts'

/** The sums of one key, or of all of them where the key is `null`. */
export type SumRow = FinanceFigures & { key: string | null }

/** By what each day is kept added up. Months are made of days. */
export type KeptGroup = 'day' | 'destination' | 'plan' | 'method'

const ITEM_KEYS: Record<FinanceGroup, Prisma.Sql> = {
  day: Prisma.sql`to_char(s."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  month: Prisma.sql`to_char(s."at" AT TIME ZONE 'UTC', 'YYYY-MM')`,
  destination: Prisma.sql`s."skuId"::text`,
  plan: Prisma.sql`s."planId"`,
  method: Prisma.sql`s."method"`,
}

const DAY_KEYS: Partial<Record<FinanceGroup, Prisma.Sql>> = {
  day: Prisma.sql`to_char("day", 'YYYY-MM-DD')`,
  month: Prisma.sql`to_char("day", 'YYYY-MM')`,
}

/** The sums of sold lines `s`. */
export const LINE_SUMS = Prisma.sql`count(*) AS "lines", count(s."charged") AS "knownLines",
  sum(s."priceMinor") AS "revenueMinor", sum(s."taxMinor") AS "taxMinor", sum(s."discountMinor") AS "discountMinor",
  sum(s."refundedMinor") AS "refundedMinor", sum(s."quoted") AS "quoted", coalesce(sum(s."charged"), 0) AS "charged",
  sum(s."credited") AS "credited", sum(s."spentMinor") AS "spentMinor",
  coalesce(sum(s."priceMinor" - s."taxMinor" - s."refundedMinor" - s."spentMinor")
    FILTER (WHERE s."charged" IS NOT NULL), 0) AS "marginMinor"`

/**
 * Adds sold lines up by a key, and all of them together.
 *
 * At most `limit` rows come, totals first, then days and months newest first and everything else by its revenue. Days
 * that have not changed since they were added up are not read again; the others come from their lines.
 */
export async function sumSold(
  filter: SoldFilter,
  { by, limit }: { by: FinanceGroup; limit: number },
): Promise<SumRow[]> {
  const kept = keptGroup(filter, by)
  const marked = await listMarkedDays(filter.mode, filter)
  const { days, stretches } = kept ? liveStretches(filter, marked) : { days: [], stretches: monthsOf(filter) }
  const sums = new Map<string, SumRow>()
  const take = (rows: SumRow[]) => {
    for (const row of rows) {
      const id = JSON.stringify([row.key, row.currency, row.costCurrency])
      const before = sums.get(id)
      sums.set(id, before ? addUp(before, row) : row)
    }
  }
  if (kept) take(await sumKept(filter, { by, kept, without: days }))
  for (const stretch of stretches) take(await sumStretch({ ...filter, ...stretch }, by))
  const isTime = by === 'day' || by === 'month'
  const rank = ({ key }: SumRow) => (key === null ? 0 : 1)
  const compareKeys = (a: SumRow, b: SumRow) => ((a.key ?? '') < (b.key ?? '') ? 1 : a.key === b.key ? 0 : -1)
  const compare = (a: SumRow, b: SumRow) =>
    rank(a) - rank(b) || (isTime ? compareKeys(a, b) : b.revenueMinor - a.revenueMinor || compareKeys(b, a))

  return [...sums.values()].sort(compare).slice(0, limit)
}

/** Which kept sums can answer, `null` when the items are asked for by two things at once. */
function keptGroup({ skuId, planId, method, asOf }: SoldFilter, by: FinanceGroup): KeptGroup | null {
  const wanted = new Set<KeptGroup>([
    ...(by === 'day' || by === 'month' ? [] : [by]),
    ...(skuId === null ? [] : ['destination' as const]),
    ...(planId === null ? [] : ['plan' as const]),
    ...(method === null ? [] : ['method' as const]),
  ])
  const [only = 'day'] = wanted

  return wanted.size > 1 || asOf ? null : only
}

async function sumKept(
  filter: SoldFilter,
  { by, kept, without }: { by: FinanceGroup; kept: KeptGroup; without: string[] },
): Promise<SumRow[]> {
  const { mode, from, until, isPerDay, currency } = filter
  const key = filter.skuId?.toString() ?? filter.planId ?? filter.method

  return typed(Prisma.sql`
    SELECT ${DAY_KEYS[by] ?? Prisma.sql`"key"`} AS "key", "currency", "costCurrency", sum("lines") AS "lines",
      sum("knownLines") AS "knownLines", sum("revenueMinor") AS "revenueMinor", sum("taxMinor") AS "taxMinor",
      sum("discountMinor") AS "discountMinor", sum("refundedMinor") AS "refundedMinor",
      sum(${isPerDay ? Prisma.sql`"quotedByDays"` : Prisma.sql`"quoted"`}) AS "quoted", sum("charged") AS "charged",
      sum("credited") AS "credited", sum("spentMinor") AS "spentMinor", sum("marginMinor") AS "marginMinor"
    FROM "DaySum"
    WHERE "book" = ${mode} AND "by" = ${kept} AND "day" >= ${dayOf(from)}::date AND "day" < ${dayOf(until)}::date
      AND NOT "day" = ANY(${without}::date[]) ${key === null ? Prisma.empty : Prisma.sql`AND "key" = ${key}`}
      ${currency === null ? Prisma.empty : Prisma.sql`AND "currency" = ${currency}`}
    GROUP BY GROUPING SETS ((1, 2, 3), (2, 3))`)
}

/** The parts of a request that may have lines of unknown cost, the newest first: marked and broken days, and days that were added up with one. */
export async function listUnknownStretches(filter: SoldFilter): Promise<DayStretch[]> {
  const { mode, from, until } = filter
  const rows = await db().$queryRaw<{ day: string }[]>`
    SELECT DISTINCT to_char("day", 'YYYY-MM-DD') AS "day" FROM "DaySum"
    WHERE "book" = ${mode} AND "by" = 'day' AND "day" >= ${dayOf(from)}::date AND "day" <= ${dayOf(until)}::date
      AND "knownLines" < "lines"`
  const marked = await listMarkedDays(mode, filter)

  return liveStretches(filter, [...new Set([...marked, ...rows.map(({ day }) => day)])]).stretches.toReversed()
}

async function sumStretch(filter: SoldFilter, by: FinanceGroup): Promise<SumRow[]> {
  return typed(Prisma.sql`
    SELECT s."key", s."currency", s."costCurrency", ${LINE_SUMS}
    FROM (SELECT s.*, ${ITEM_KEYS[by]} AS "key" FROM (${soldLines(filter)}) s) s
    GROUP BY GROUPING SETS ((s."key", s."currency", s."costCurrency"), (s."currency", s."costCurrency"))`)
}

type Raw = Omit<SumRow, 'quoted' | 'charged' | 'credited'> & { quoted: string; charged: string; credited: string }

async function typed(sums: Prisma.Sql): Promise<SumRow[]> {
  const rows = await db().$queryRaw<Raw[]>`
    SELECT "key", "currency", "costCurrency", "lines"::int, "knownLines"::int, "revenueMinor"::float8,
      "taxMinor"::float8, "discountMinor"::float8, "refundedMinor"::float8, "quoted"::text, "charged"::text,
      "credited"::text, "spentMinor"::float8, "marginMinor"::float8
    FROM (${sums}) x`

  return rows.map((row) => ({
    ...row,
    quoted: decimal(row.quoted),
    charged: decimal(row.charged),
    credited: decimal(row.credited),
  }))
}

function monthsOf(filter: SoldFilter) {
  const days: string[] = []
  for (let at = filter.from.getTime(); at < filter.until.getTime(); at += 86_400_000) days.push(dayOf(new Date(at)))

  return liveStretches(filter, days).stretches
}

function addUp(a: SumRow, b: SumRow): SumRow {
  return {
    ...{ key: a.key, currency: a.currency, costCurrency: a.costCurrency },
    lines: a.lines + b.lines,
    knownLines: a.knownLines + b.knownLines,
    revenueMinor: a.revenueMinor + b.revenueMinor,
    taxMinor: a.taxMinor + b.taxMinor,
    discountMinor: a.discountMinor + b.discountMinor,
    refundedMinor: a.refundedMinor + b.refundedMinor,
    spentMinor: a.spentMinor + b.spentMinor,
    marginMinor: a.marginMinor + b.marginMinor,
    quoted: addDecimals(a.quoted, b.quoted),
    charged: addDecimals(a.charged, b.charged),
    credited: addDecimals(a.credited, b.credited),
  }
}

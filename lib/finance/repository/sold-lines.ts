import 'server-only'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { currencyCodes, currencyExponent } from '#lib/core/rules/currency.ts'
import { addDecimals, decimal } from '#lib/core/rules/decimal.ts'
import { addDays, daysBetween, parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import { RETURNED_REASONS, UNFIT_REASONS } from '#lib/core/rules/payment-method.ts'
import { type DayStretch, dayOf, liveStretches } from '#lib/esims/rules/usage-budget.ts'
import { listMarkedDays } from '#lib/finance/repository/day-marks.ts'
import type { FinanceFilter, FinanceGroup, FinanceMetrics, FinanceRange } from '#lib/finance/rules/admin-finance.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { toCapabilities } from '#lib/provider/rules/capabilities.ts'

/** Which sold lines are meant: those of orders of a mode, placed in a stretch of time, and how their days are paid. */
export type SoldFilter = {
  mode: string
  from: Date
  until: Date
  /** Whether the network charges a day pass by its days. */
  isPerDay: boolean
  skuId: number | null
  planId: string | null
  method: string | null
  currency: string | null
  /** Refunds and credits of this instant and later are left out. */
  asOf?: Date
  /** Only those whose cost nobody has told. */
  isCostUnknown?: boolean
}

/**
 * Returns the select of sold lines: those whose price was taken, by a payment that was not given back as a whole. What was
 * given without charge has a price of 0 and its cost. Their tax is the one inside what is kept: that of refunded money went
 * back with it.
 *
 * All sums are in the store's currency: those of an order in another one at the order's rate (`saleRate`, with
 * `saleCurrency` and `paidMinor`, its price in that currency). They and the costs are rounded line by line, so that sums of
 * any grouping are the sum of their lines. `more` narrows it down by `o` (order) and `l` (line).
 */
export function soldLines(filter: SoldFilter, more: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    SELECT o."id" AS "orderId", o."number" AS "orderNumber", o."createdAt" AS "at", ${STORE_CURRENCY} AS "currency",
      l."id" AS "lineId", l."state"::text AS "state", ${inStore(Prisma.sql`l."priceMinor"`)} AS "priceMinor",
      q."skuId", q."planId", q."count", q."days",
      ${inStore(KEPT_TAX)} AS "taxMinor",
      ${inStore(Prisma.sql`l."discountMinor"`)} AS "discountMinor", q."costCurrency", p."provider" AS "method",
      ${inStore(Prisma.sql`coalesce(b."minor", 0)`)} AS "refundedMinor",
      o."currency" AS "saleCurrency", q."storeRate" AS "saleRate", l."priceMinor" AS "paidMinor",
      q."cost" * q."count" * ${filter.isPerDay ? daysOf(Prisma.sql`q`) : Prisma.sql`1`} AS "quoted",
      c."cost" AS "charged",
      CASE WHEN c."cost" IS NULL THEN 0 ELSE c."credit" END AS "credited",
      CASE WHEN c."cost" IS NULL THEN 0
        ELSE round((c."cost" - c."credit") * q."rate" * ${minorUnits(STORE_CURRENCY)})::bigint END AS "spentMinor"
    FROM "Order" o
    JOIN "Line" l ON l."orderId" = o."id" AND ${IS_TAKEN}
    JOIN "Quote" q ON q."id" = l."quoteId"
    JOIN LATERAL (
      SELECT x."provider" FROM "Payment" x WHERE ${paysFor(Prisma.sql`o."id"`)} ORDER BY x."n" LIMIT 1
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT sum(i."amountMinor") AS "minor" FROM "RefundItem" i
      JOIN "Refund" r ON r."id" = i."refundId" AND r."state" = 'DONE' ${before(Prisma.sql`r."doneAt"`, filter)}
      JOIN "Payment" y ON y."id" = r."paymentId" AND ${isOrdinary(Prisma.sql`y."reason"`)}
      WHERE i."lineId" = l."id"
    ) b ON true
    LEFT JOIN LATERAL (
      SELECT CASE WHEN bool_and(u."cost" IS NOT NULL AND u."costCurrency" = q."costCurrency") THEN sum(u."cost") END
          AS "cost",
        coalesce(sum(d."amount"), 0) AS "credit"
      FROM "UpstreamOrder" u
      LEFT JOIN LATERAL (
        SELECT sum(e."amount") AS "amount" FROM "SupplierEntry" e
        WHERE e."orderNum" = u."orderNum" AND e."kind" = 'expected_credit' AND e."currency" = q."costCurrency"
          ${before(Prisma.sql`e."at"`, filter)}
      ) d ON true
      WHERE u."lineId" = l."id"
    ) c ON true
    WHERE o."createdAt" >= ${filter.from} AND o."createdAt" < ${filter.until} AND o."mode" = ${filter.mode}
      ${narrowed(filter)} ${more}`
}

// The tax of the line, and of that the share of what did not go back, each rounded as a receipt rounds it.
const KEPT_TAX = Prisma.sql`CASE WHEN q."totalMinor" > 0 AND l."priceMinor" > 0
  THEN round(round(q."taxMinor"::numeric * l."priceMinor" / q."totalMinor")
    * greatest(l."priceMinor" - coalesce(b."minor", 0), 0) / l."priceMinor") ELSE 0 END`

const IS_TAKEN = Prisma.sql`NOT l."notCaptured"`

/** Tells that an order has a sold line, as `soldLines` has them. */
export function hasSoldItem(orderId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(EXISTS (SELECT 1 FROM "Line" l WHERE l."orderId" = ${orderId} AND ${IS_TAKEN})
    AND EXISTS (SELECT 1 FROM "Payment" x WHERE ${paysFor(orderId)}))`
}

// A payment `x` that took the price of an order, or stands for what was given without charge. Money that differs from the
// price is no sale before somebody decides that it is.
function paysFor(orderId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`x."orderId" = ${orderId} AND coalesce(x."reason", '') NOT IN (${Prisma.join(UNFIT_REASONS)})
    AND (x."capturedMinor" > 0 OR (x."provider" = 'no_charge' AND x."state" = 'CAPTURED'))`
}

function narrowed({ skuId, planId, method, currency, isCostUnknown }: SoldFilter): Prisma.Sql {
  const conditions = [
    ...(skuId === null ? [] : [Prisma.sql`q."skuId" = ${skuId}`]),
    ...(planId === null ? [] : [Prisma.sql`q."planId" = ${planId}`]),
    ...(method === null ? [] : [Prisma.sql`p."provider" = ${method}`]),
    ...(currency === null ? [] : [Prisma.sql`${STORE_CURRENCY} = ${currency}`]),
    ...(isCostUnknown ? [Prisma.sql`c."cost" IS NULL`] : []),
  ]

  return conditions.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(conditions, ' AND ')}`
}

function before(at: Prisma.Sql, { asOf }: SoldFilter): Prisma.Sql {
  return asOf ? Prisma.sql`AND ${at} < ${asOf}` : Prisma.empty
}

function isOrdinary(reason: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(${reason}, '') NOT IN (${Prisma.join(RETURNED_REASONS)})`
}

/** How many days the network charges of `row` (a line or its offer), where it charges a day pass by its days. */
export function daysOf(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(${row}."days", 1)`
}

const STORE_CURRENCY = Prisma.sql`coalesce(q."storeCurrency", o."currency")`

/** An amount of an order in minor units as those of the store's currency, at the rate of the offer `q`, half away from zero. */
function inStore(minor: Prisma.Sql): Prisma.Sql {
  const other = Prisma.sql`round((${minor})::numeric * ${minorUnits(STORE_CURRENCY)}
    / (q."storeRate" * ${minorUnits(Prisma.sql`o."currency"`)}))`

  return Prisma.sql`(CASE WHEN q."storeRate" IS NULL THEN (${minor})::numeric ELSE ${other} END)::int`
}

function minorUnits(currency: Prisma.Sql): Prisma.Sql {
  const of = (exponent: number) => currencyCodes.filter((code) => currencyExponent(code) === exponent)

  return Prisma.sql`(CASE WHEN ${currency} = ANY(${of(0)}) THEN 1 WHEN ${currency} = ANY(${of(3)}) THEN 1000 ELSE 100 END)`
}

const MAX_DAYS = 366
const NUMBER = /^\d{1,9}$/

type Days = Pick<FinanceFilter, 'from' | 'to'> & Partial<Pick<FinanceFilter, 'since' | 'until'>>

/** Returns the days that a filter means: this month where it says nothing, and a leap year at most. Days are in UTC. */
export function financeRange({ from, to, since = null, until = null }: Days, now: Date = new Date()): FinanceRange {
  const today = dayOfMoment(now.toISOString())
  if (!today) throw new Error('The clock tells no day.')
  const last = to ?? dayOfMoment(until) ?? (from && from > today ? from : today)
  const first = from ?? dayOfMoment(since) ?? parseCalendarDate(`${last.slice(0, 7)}-01`) ?? last
  const start = daysBetween(first, last) < 0 ? last : first

  return { from: daysBetween(start, last) >= MAX_DAYS ? addDays(last, 1 - MAX_DAYS) : start, to: last }
}

function dayOfMoment(moment: string | null) {
  return moment === null ? null : parseCalendarDate(moment.slice(0, 10))
}

/** Returns which sold lines a filter means. A key that cannot be read finds nothing rather than everything. */
export async function findSoldFilter(filter: FinanceFilter): Promise<SoldFilter> {
  const { by, key, currency, book, lines, since, until } = filter
  const range = financeRange(filter)
  const isTime = by === 'day' || by === 'month'
  const days = isTime && key !== null ? withinKey(range, key) : range
  const first = Date.parse(`${days.from}T00:00:00Z`)
  const end = Date.parse(`${days.to}T00:00:00Z`) + 86_400_000
  const { dayPassCost } = toCapabilities(await listCapabilities())

  return {
    mode: book ?? env.STORE_MODE,
    from: new Date(since === null ? first : Math.max(first, Date.parse(since))),
    until: new Date(until === null ? end : Math.min(end, Date.parse(until))),
    isPerDay: dayPassCost === 'per-day',
    skuId: by === 'destination' && key !== null ? (NUMBER.test(key) ? Number(key) : -1) : null,
    planId: by === 'plan' ? key : null,
    method: by === 'method' ? key : null,
    currency,
    isCostUnknown: lines === 'unknown_cost',
  }
}

// Days are compared as text: a month is every day that begins like it.
function withinKey({ from, to }: FinanceRange, key: string): FinanceRange {
  const first = parseCalendarDate(key.length === 7 ? `${key}-01` : key)
  if (!first) return { from: '1970-01-02', to: '1970-01-01' }
  const next = addDays(first, 31)
  const last = key.length === 7 ? addDays(next, -Number(next.slice(8))) : first

  return { from: first > from ? first : from, to: last < to ? last : to }
}

/** The sums of one key, or of all of them where the key is `null`. */
export type SumRow = FinanceMetrics & { key: string | null }

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
  { by, limit }: { by: FinanceGroup; limit?: number },
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

/** How many of each plan were sold in the last days that were added up, the most first. */
export async function readSoldCounts(planIds: readonly string[], { mode, days }: { mode: string; days: number }) {
  return db().$queryRaw<{ planId: string; items: number }[]>`
    SELECT "key" AS "planId", sum("lines")::int AS "items" FROM "DaySum"
    WHERE "book" = ${mode} AND "by" = 'plan' AND "day" > current_date - ${days}::int AND "key" = ANY(${planIds})
    GROUP BY "key" ORDER BY "items" DESC`
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

import 'server-only'
import { z } from 'zod'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type CurrencyCode, currencyCodes } from '#lib/core/rules/currency.ts'
import { type Decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import {
  CURRENCY_ROUNDINGS,
  RATE_SOURCES,
  type SellingCurrency,
  usableCurrencies,
} from '#lib/pricing/rules/selling-currency.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const exact = z.string().transform((text, context): Decimal => {
  const value = parseDecimal(text)
  if (value !== null) return value
  context.addIssue('This is no exact decimal.')

  return z.NEVER
})

const entriesSchema = z.array(
  z.object({
    code: z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]),
    rate: exact,
    asOf: z.string(),
    source: z.enum(RATE_SOURCES),
    markup: exact,
    rounding: z.enum(CURRENCY_ROUNDINGS),
  }),
)

/** How old a rate may be in days, where nobody said otherwise: past the longest stretch of days without banking. */
export const RATE_DAYS = 7

/** Reads the table that counts now; `null` for a store that never sold in a further currency. */
export async function findCurrencyTable(client: Tx = db()): Promise<CurrencyTable | null> {
  const row = await client.currencyTable.findFirst({ orderBy: { number: 'desc' } })

  return row && toTable(row)
}

/** Reads tables, the newest first, those before a number where one is given. */
export async function listCurrencyTables({
  limit,
  before,
}: {
  limit: number
  before: number | null
}): Promise<CurrencyTable[]> {
  const rows = await db().currencyTable.findMany({
    where: before === null ? {} : { number: { lt: before } },
    orderBy: { number: 'desc' },
    take: limit,
  })

  return rows.map(toTable)
}

/**
 * Stores a table, which counts from now on. Throws `conflict` with the reason `currencies_changed` when it was not made
 * from the one that counts (`base`; 0 where there was none).
 */
export async function insertCurrencyTable(
  {
    base,
    entries,
    origin,
    by,
    undoes = null,
  }: Pick<CurrencyTable, 'entries' | 'origin' | 'by'> & { base: number; undoes?: number | null },
  tx: Tx,
): Promise<number> {
  const number = base + 1
  const current = await tx.currencyTable.aggregate({ _max: { number: true } })
  const isNext = (current._max.number ?? 0) === base
  const { count } = isNext
    ? await tx.currencyTable.createMany({
        data: [{ number, store: storeCurrency(), entries, origin, by, undoes }],
        skipDuplicates: true,
      })
    : { count: 0 }
  if (count === 0)
    throw new AppError('conflict', 'Somebody else has changed the currencies.', { reason: 'currencies_changed' })

  return number
}

/** Reads the currencies that the store sells in now, besides its own: none whose rate is older than the limit. */
export async function listSellingCurrencies(now = new Date(), client: Tx = db()): Promise<SellingCurrency[]> {
  const table = await findCurrencyTable(client)
  const others = (table?.entries ?? []).filter(({ code }) => code !== storeCurrency())

  return usableCurrencies(others, { maxAgeDays: await findMaxRateAge(client), now })
}

/** Reads how old a rate may be, in days. */
export async function findMaxRateAge(client: Tx = db()): Promise<number> {
  const { 'currencies.days': days } = await readSettings(['currencies.days'], client)

  return days ?? RATE_DAYS
}

/**
 * Reads how to sell in a currency; `null` for that of the store, and where none is named. Throws `not_on_sale` with the
 * reason `currency` for one that the store does not sell in now.
 */
export async function requireSellingCurrency(
  code: string | undefined,
  client: Tx = db(),
): Promise<SellingCurrency | null> {
  if (code === undefined || code === storeCurrency()) return null
  const found = (await listSellingCurrencies(new Date(), client)).find((one) => one.code === code)
  if (!found) throw new AppError('not_on_sale', 'The store does not sell in this currency now.', { reason: 'currency' })

  return found
}

/** Reads the newest rate that a currency ever had here, however old; `null` when it had none. */
export async function findLastRate(code: string, client: Tx = db()): Promise<Decimal | null> {
  const row = await client.currencyTable.findFirst({
    where: { entries: { array_contains: [{ code }] } },
    orderBy: { number: 'desc' },
  })

  return (row && toTable(row).entries.find((one) => one.code === code)?.rate) ?? null
}

type Row = Prisma.CurrencyTableGetPayload<object>

// Rates of another store currency say nothing of this one: the store then sells in none until it is told anew.
function toTable({ store, entries, origin, ...row }: Row) {
  return {
    ...row,
    origin: origin === 'url' || origin === 'undo' ? origin : 'staff',
    entries: store === storeCurrency() ? entriesSchema.parse(entries) : [],
  }
}

/** The currencies besides its own that the store sells in, since `at`. `undoes` is the number of the table it took back. */
export type CurrencyTable = ReturnType<typeof toTable>

import 'server-only'
import { z } from 'zod'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { parseDecimal } from '#lib/core/rules/decimal.ts'
import { findCurrentRate } from '#lib/pricing/repository/pricing.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { findCurrencyTable, findMaxRateAge, listSellingCurrencies } from '#lib/pricing/repository/selling-currencies.ts'
import { RATE_RESULTS } from '#lib/pricing/rules/currency-table.ts'
import { rateAge } from '#lib/pricing/rules/selling-currency.ts'
import { findSetting, storeSetting } from '#lib/settings/repository/settings.ts'

/** Why nothing was read from the address of rates: it did not answer so, or what it sent is no file of rates. */
export const FETCH_FAILURES = [
  ...['unreachable', 'timeout', 'status', 'redirect', 'insecure'],
  ...['too_large', 'encoding', 'form', 'base'],
] as const
export type FetchFailure = (typeof FETCH_FAILURES)[number]

const fetchSchema = z.object({
  url: z.string(),
  at: z.coerce.date(),
  state: z.enum(['running', 'done', 'failed']),
  failure: z.enum(FETCH_FAILURES).nullable(),
  notes: z.array(
    z.object({
      code: z.string(),
      result: z.enum(RATE_RESULTS),
      rate: z
        .string()
        .nullable()
        .transform((text) => (text === null ? null : parseDecimal(text))),
      asOf: z.string().nullable(),
    }),
  ),
})

/** The last time that rates were fetched from an address, and what that meant for each currency that follows it. */
export type RateFetch = z.output<typeof fetchSchema>

const FETCHED = 'currencies.fetched'
const SHOWN = 'currencies.shown'
const BY = 'clock'

/** Reads what came of the last fetch; `null` where there was none. */
export async function findRateFetch(client: Tx = db()): Promise<RateFetch | null> {
  return fetchSchema.safeParse(await findSetting(FETCHED, client)).data ?? null
}

/** Notes a fetch, in place of the one before. */
export async function storeRateFetch({ at, ...fetched }: RateFetch, tx: Tx): Promise<void> {
  await storeSetting({ key: FETCHED, value: { ...fetched, at: at.toISOString() }, setBy: BY }, tx)
}

/** Counts the currencies that the store does not sell in because their rate is too old. */
export async function countStoppedCurrencies(): Promise<number> {
  const [table, sold] = await Promise.all([findCurrencyTable(), listSellingCurrencies()])
  const others = (table?.entries ?? []).filter(({ code }) => code !== storeCurrency())

  return Math.max(0, others.length - sold.length)
}

/**
 * Tells whether the rate at which prices are made of costs is older than the limit. It stops nothing: at no rate nothing
 * could be sold at all.
 */
export async function isCostRateOld(now = new Date()): Promise<boolean> {
  const pair = { from: env.RESELLER_API_CURRENCY, to: storeCurrency() }
  if (pair.from === pair.to) return false
  const [rate, maxAgeDays] = await Promise.all([findCurrentRate(pair), findMaxRateAge()])
  if (!rate) return false
  // A rate without a day counts from when it was set.
  const asOf = rate.asOf ?? rate.at.toISOString().slice(0, 10)

  return rateAge({ asOf }, now) > maxAgeDays
}

/**
 * Has pages made anew where the currencies that the store sells in are no longer those that they were made with: a rate
 * became too old, or there is a new one. `isNew`: also where they are the same ones, because their terms have changed.
 */
export async function showCurrencies({ isNew, now }: { isNew: boolean; now: Date }, tx: Tx): Promise<boolean> {
  const codes = (await listSellingCurrencies(now, tx)).map(({ code }) => code)
  const isSame = ((await findSetting(SHOWN, tx)) ?? '') === codes.join(' ')
  if (!isSame) await storeSetting({ key: SHOWN, value: codes.join(' '), setBy: BY }, tx)
  if (!isSame || isNew) await raiseCatalogVersion(tx)

  return !isSame || isNew
}

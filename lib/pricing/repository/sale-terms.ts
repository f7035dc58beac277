import 'server-only'
import type { SaleTerms } from '#lib/catalog/rules/on-sale.ts'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { PriceRule } from '#lib/pricing/rules/pricing.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { saleSwitches, toCapabilities } from '#lib/provider/rules/capabilities.ts'

const RULE_COLUMNS = {
  scope: true,
  scopeKey: true,
  percent: true,
  addMinor: true,
  fixedMinor: true,
  rounding: true,
  floorPercent: true,
  floorMinor: true,
  version: true,
} as const satisfies Prisma.PriceRuleSelect

/** The terms of a sale today, with the currencies that they speak in. */
export type CurrentTerms = SaleTerms & { costCurrency: string; dayPassCost: 'per-day' | 'total' }

/** Reads under which terms plans are sold now: price rules, exchange rate, and what may be sent provider. */
export async function findSaleTerms(client: Tx = db()): Promise<CurrentTerms> {
  const currency = storeCurrency()
  const costCurrency = env.RESELLER_API_CURRENCY
  const rules = await listCurrentRules(client)
  const rate = await findRate({ from: costCurrency, to: currency }, client)
  const rows = await listCapabilities(client)

  return { rules, currency, costCurrency, rate, ...saleSwitches(toCapabilities(rows)) }
}

/** Returns the currency the shop counts in. Throws when `STORE_CURRENCY` is one it cannot count in. */
export function storeCurrency(): CurrencyCode {
  const currency = parseCurrency(env.STORE_CURRENCY)
  if (!currency) throw new Error('STORE_CURRENCY is a currency that the shop cannot count in.')

  return currency
}

async function listCurrentRules(client: Tx): Promise<PriceRule[]> {
  const rows = await client.priceRule.findMany({
    where: { replacedAt: null, validFrom: { lte: new Date() } },
    select: RULE_COLUMNS,
  })

  return rows.map((row) => ({
    ...row,
    percent: row.percent && decimal(row.percent.toFixed()),
    floorPercent: row.floorPercent && decimal(row.floorPercent.toFixed()),
  }))
}

async function findRate({ from, to }: { from: string; to: string }, client: Tx): Promise<Decimal | null> {
  if (from === to) return decimal(1)
  const row = await client.exchangeRate.findFirst({
    where: { from, to },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { rate: true },
  })

  return row && decimal(row.rate.toFixed())
}

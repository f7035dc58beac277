import 'server-only'
import { findRuleBeforeSale } from '#lib/catalog/repository/refundability-rules.ts'
import { ruleText } from '#lib/catalog/rules/refundability.ts'
import {
  parseQuoteSnapshot,
  type QuoteSnapshot,
  type StoredQuote,
  storedSnapshot,
  toQuoteView,
} from '#lib/checkout/rules/quote.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { includedTax } from '#lib/finance/rules/invoice.ts'
import { type OrderRate, toOrderRate } from '#lib/pricing/rules/selling-currency.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/**
 * A quote with what it was made from. `cost` is that of the plan as the provider sends it: of one piece, or of one day
 * of a day pass. `checkedAt` is when price and stock were asked.
 */
export type FullQuote = StoredQuote & {
  skuId: number
  locale: string
  cost: Decimal
  costCurrency: string
  /** What one unit of the cost's currency is worth in the store's. */
  rate: Decimal
  /** The store's currency and its rate, where the offer is in another one: see `OrderRate`. */
  storeCurrency: CurrencyCode | null
  storeRate: Decimal | null
  ruleVersion: number
  priceId: number
  planCode: string | null
  checkedAt: Date
  /** A top-up names the eSIM that it is for. */
  kind?: 'PURCHASE' | 'RENEWAL'
  esimId?: string | null
}

/** A quote that is not stored yet; `lifeMs` is how long it holds. */
export type NewQuote = Omit<FullQuote, 'id' | 'expiresAt' | 'taxMinor' | 'snapshot'> & {
  snapshot: QuoteSnapshot
  lifeMs: number
}

/** Returns what tells the tax inside a price, at the rate of now. */
export async function readTaxInside(client: Tx = db()): Promise<(totalMinor: number) => number> {
  const { 'tax.rate': rate } = await readSettings(['tax.rate'], client)

  return (totalMinor) => includedTax(totalMinor, rate)
}

/** Stores a quote with the tax inside its price, for ever unchanged, and returns it. */
export async function insertQuote({ lifeMs, ...quote }: NewQuote, client: Tx = db()): Promise<FullQuote> {
  const id = newId('quo')
  const expiresAt = new Date(quote.checkedAt.getTime() + lifeMs)
  const taxMinor = (await readTaxInside(client))(quote.totalMinor)
  await client.quote.create({
    data: { id, ...quote, snapshot: storedSnapshot(quote.snapshot), taxMinor, expiresAt },
    select: { id: true },
  })

  return { id, expiresAt, taxMinor, ...quote }
}

/** Tells whether a quote was ordered with others than these, or in an order that does not wait for its payment any more. */
export async function isQuoteSpent(id: string, together: readonly (string | undefined)[]): Promise<boolean> {
  const item = await db().orderItem.findFirst({
    where: { quoteId: id },
    select: { state: true, order: { select: { items: { select: { quoteId: true } } } } },
  })
  if (!item) return false
  const { items } = item.order
  const isSame = items.length === together.length && items.every(({ quoteId }) => together.includes(quoteId))

  return item.state !== 'AWAITING_PAYMENT' || !isSame
}

/** Reads the currency of a quote and at which rate it was made, `null` when there is none. */
export async function findQuoteCurrency(id: string): Promise<{ currency: string; rate: OrderRate | null } | null> {
  const select = { currency: true, storeCurrency: true, storeRate: true } as const
  const quote = await db().quote.findUnique({ where: { id }, select })

  return quote && { currency: quote.currency, rate: toOrderRate(quote) }
}

/** Reads a quote, `null` when there is none. */
export async function findQuote(id: string, client: Tx = db()): Promise<FullQuote | null> {
  const row = await client.quote.findUnique({
    where: { id },
    omit: { discountMinor: true, createdAt: true },
  })
  if (!row) return null
  const currency = parseCurrency(row.currency)
  if (!currency) throw new Error('A quote is stored in a currency that the shop cannot count in.')

  return {
    ...row,
    currency,
    cost: decimal(row.cost.toFixed()),
    rate: decimal(row.rate.toFixed()),
    storeCurrency: row.storeCurrency === null ? null : parseCurrency(row.storeCurrency),
    storeRate: row.storeRate && decimal(row.storeRate.toFixed()),
    snapshot: parseQuoteSnapshot(row.snapshot),
  }
}

/** Returns what a buyer reads of a quote, with what its plan's wording is judged to say now. */
export async function readQuoteView(quote: StoredQuote): Promise<QuoteView> {
  const cancelRule = await findRuleBeforeSale(ruleText(quote.snapshot.words))

  return toQuoteView(quote, { now: new Date(), cancelRule })
}

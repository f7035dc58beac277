import { type QuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import type { CancelRule, QuoteView } from '#lib/settings/rules/shop.ts'

/** A quote as it is stored. `days` is null for a plan that has days of its own. */
export type StoredQuote = {
  id: string
  planId: string
  count: number
  days: number | null
  startDate: string | null
  currency: CurrencyCode
  unitMinor: number
  totalMinor: number
  taxMinor: number
  expiresAt: Date
  snapshot: QuoteSnapshot
}

/** Returns what a buyer reads of a quote: nothing of its cost, its rule or the provider. */
export function toQuoteView(quote: StoredQuote, { now, cancelRule }: { now: Date; cancelRule: CancelRule }): QuoteView {
  const { id, planId, count, startDate, currency, unitMinor, expiresAt, snapshot } = quote
  const { destination, amount, term, canTopUp, words, seenUnitMinor, topUp = null } = snapshot
  const hasChanged = seenUnitMinor !== null && seenUnitMinor !== unitMinor

  return {
    ...{ id, planId, destination, amount, term, count, startDate, canTopUp, words, cancelRule, expiresAt, topUp },
    days: quotedDays(snapshot, quote.days),
    unit: money(unitMinor, currency),
    total: money(quote.totalMinor, currency),
    tax: money(quote.taxMinor, currency),
    changedFrom: hasChanged ? money(seenUnitMinor, currency) : null,
    isExpired: expiresAt.getTime() <= now.getTime(),
    mayBeDelayed: snapshot.isFromMirror ?? false,
  }
}

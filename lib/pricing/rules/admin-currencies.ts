import type { Money } from '#lib/core/rules/money.ts'
import type { PreviewView } from '#lib/pricing/rules/admin-pricing.ts'
import type { CurrencyEffect } from '#lib/pricing/rules/currency-preview.ts'
import type { CurrencyForm, RateNote } from '#lib/pricing/rules/currency-table.ts'
import { priceIn, rateAge, type SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'

/** A plan as previews of currencies name it. */
type NamedPlan = Pick<PreviewView, 'id' | 'destination' | 'iso2' | 'plan'>

/** How many prices a preview shows at once. */
export const PREVIEW_ROWS = 50

/** What a wanted table would do: for each currency that it changes, and for the plans whose price moves most. */
export type TablePreview = {
  mark: string
  currencies: CurrencyEffect[]
  /** How many prices change; `rows` are some of them, `from` so many from the top. */
  count: number
  from: number
  rows: (NamedPlan & { code: string; before: number | null; after: number | null })[]
}

/** A currency that the store sells in; `note` is what the last fetch said of it, where that does not count. */
export type CurrencyView = SellingCurrency & { note: RateNote | null }

/** How a currency stands: how many days old its rate is, whether that stops it, and what a price of the store is in it. */
export function currencyStatus(
  entry: SellingCurrency,
  { today, maxAgeDays, price }: { today: string; maxAgeDays: number; price: Money | null },
): { age: number; isStopped: boolean; price: Money | null } {
  const age = rateAge(entry, new Date(`${today}T00:00:00Z`))

  return { age, isStopped: age > maxAgeDays, price: price && priceIn(price, entry) }
}

/** A table as it was, with what it changed: null on the side where a currency was not sold in. */
export type TableView = {
  number: number
  at: Date
  by: string | null
  origin: 'staff' | 'url' | 'undo'
  undoes: number | null
  entries: CurrencyForm[]
  changes: { before: SellingCurrency | null; after: SellingCurrency | null }[]
}

/** The page of currencies. `today` is the newest day that a rate may be of. */
export type CurrenciesView = {
  currency: string
  today: string
  /** The number of the table that counts, 0 while there is none. */
  base: number
  currencies: CurrencyView[]
  /** The cheapest plan on sale, which stands for the others. */
  example: (NamedPlan & { price: Money }) | null
  source: {
    url: string | null
    days: number | null
    maxAgeDays: number
    last: { at: Date; state: 'running' | 'done' | 'failed'; failure: string | null } | null
  }
  history: { rows: TableView[]; older: number | null }
  mayChange: boolean
  maySet: boolean
}

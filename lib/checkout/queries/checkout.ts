import 'server-only'
import { cache } from 'react'
import { readPlaceNames } from '#lib/catalog/queries/places.ts'
import { findQuote, findQuoteCurrency, readQuoteView } from '#lib/checkout/repository/quotes.ts'
import { quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/**
 * The quotes of a checkout as their buyer reads them; `msLeft` is 0 once its time is over. A destination has its name in
 * `locale`, where the quote was made in another language.
 *
 * `null` when one of them is absent, or the text is no id of a checkout.
 */
export const getCheckout = cache(async (checkoutId: string, locale?: string): Promise<QuoteView[] | null> => {
  const ids = quoteIdsOf(checkoutId) ?? []
  const found = await Promise.all(ids.map((id) => findQuote(id)))
  const quotes = found.filter((quote) => quote !== null)
  if (quotes.length === 0 || quotes.length < found.length) return null
  const nameOf = await readPlaceNames(quotes, locale)

  return Promise.all(
    quotes.map(async (quote) => {
      const view = await readQuoteView(quote)

      return { ...view, destination: nameOf(quote, view.destination) }
    }),
  )
})

/** Reads the currency of an offer and at which rate it was made, `null` when there is none. */
export const getOfferCurrency = findQuoteCurrency

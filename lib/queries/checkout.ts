import 'server-only'
import { cache } from 'react'
import { findQuote } from '#lib/db/quotes.ts'
import { toQuoteView } from '#lib/domain/quote-view.ts'
import type { QuoteView } from '#lib/domain/shop.ts'

/** A quote as its buyer reads it, in the language it was made in; `isExpired` once its time is over. `null` if absent. */
export const getQuoteView = cache(async (quoteId: string): Promise<QuoteView | null> => {
  if (!/^quo_[0-9A-Z]{26}$/.test(quoteId)) return null
  const quote = await findQuote(quoteId)

  return quote && toQuoteView(quote, new Date())
})

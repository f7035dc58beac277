import { ask } from '#lib/client/ask.ts'
import type { QuoteView } from '#lib/domain/shop.ts'

/** A choice to be priced. `seenUnitMinor` is the price the buyer was looking at. */
export type QuoteWish = {
  planId: string
  count: number
  days?: number
  startDate?: string
  locale: string
  seenUnitMinor?: number
}

type QuoteAnswer = { quote: Omit<QuoteView, 'expiresAt'> & { expiresAt: string } }

/** Asks for a new offer. Throws `RequestFailure` with `sold_out`, `not_on_sale`, `till_closed` and the like. */
export async function requestQuote(wish: QuoteWish, signal?: AbortSignal): Promise<QuoteView> {
  const { quote } = await ask<QuoteAnswer>('/api/quotes', { method: 'POST', body: wish, ...(signal ? { signal } : {}) })

  return { ...quote, expiresAt: new Date(quote.expiresAt) }
}

/** The wish that an offer came from, to ask for it again. */
export function wishOf(quote: QuoteView, locale: string): QuoteWish {
  return {
    planId: quote.planId,
    count: quote.count,
    ...(quote.term.kind === 'day_pass' ? { days: quote.days } : {}),
    ...(quote.startDate === null ? {} : { startDate: quote.startDate }),
    locale,
    seenUnitMinor: quote.unit.minor,
  }
}

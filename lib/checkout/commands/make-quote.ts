import 'server-only'
import { fetchLivePlan, type LivePlan, requirePlan, requireStock } from '#lib/catalog/commands/live-plan.ts'
import { liveOrMirrored } from '#lib/catalog/commands/mirror-offer.ts'
import { saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import { quoteSale } from '#lib/checkout/commands/quote-sale.ts'
import { type FullQuote, findQuote, insertQuote, readQuoteView } from '#lib/checkout/repository/quotes.ts'
import { checkInput, type QuoteChoice, type QuoteInput } from '#lib/checkout/rules/quote-input.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

const TOLERANCE_PERCENT = decimal(2)

/** What is asked for. `seenUnitMinor` is the price of one piece, all its days included, that the page had shown. */
export type QuoteRequest = QuoteInput & { planId: string; locale: string; seenUnitMinor?: number }

/**
 * Asks the provider for price and stock now, and offers them for 15 minutes. While it is known to be silent, what was read
 * not long ago is offered, and says so.
 *
 * Throws `bad_input` (with the reason: count, days or start date), `not_found`, `not_on_sale` (with the reason),
 * `sold_out`, `upstream_unavailable`, `till_closed`.
 */
export async function makeQuote(request: QuoteRequest): Promise<QuoteView> {
  return readQuoteView(await makeFullQuote(request))
}

/**
 * As `makeQuote`, once for several orders of the same: there must be stock for all of them, and each gets a quote of its
 * own. Throws like `makeQuote`.
 */
export async function makeQuotes(request: QuoteRequest, copies: number): Promise<FullQuote[]> {
  const { id, expiresAt, ...offer } = await makeFullQuote(request, copies)
  const lifeMs = expiresAt.getTime() - offer.checkedAt.getTime()
  const quotes = [{ id, expiresAt, ...offer }]
  while (quotes.length < copies) quotes.push(await insertQuote({ ...offer, lifeMs }))

  return quotes
}

/**
 * Asks the provider once more what a quote rests on; facts younger than a minute are believed as they are.
 *
 * Returns the price id to order by, which may be a new one. A cost that rose by more than two percent throws
 * `price_changed` with a new quote: `{ quoteId, before, now }`, totals in minor units. Otherwise throws like
 * `makeQuote`, and `quote_expired`.
 */
export async function recheckQuote(quoteId: string): Promise<{ priceId: number }> {
  const quote = await findQuote(quoteId)
  if (!quote) throw new AppError('not_found', 'There is no such quote.')
  if (quote.expiresAt.getTime() <= Date.now()) throw new AppError('quote_expired', 'The quote has run out.')
  if (Date.now() - quote.checkedAt.getTime() <= scaled(TIMERS.factsAreFresh)) return { priceId: quote.priceId }
  const mirrored = await requirePlan(quote.planId)

  return liveOrMirrored(mirrored, {
    ask: () => recheckLive(quote, mirrored),
    mirrored: () => ({ priceId: quote.priceId }),
  })
}

async function recheckLive(quote: FullQuote, mirrored: LivePlan): Promise<{ priceId: number }> {
  const live = await fetchLivePlan(mirrored)
  requireChoice(live, inputOf(quote))
  await priceLive(live)
  if (hasDrifted(quote.cost, live.plan.cost, TOLERANCE_PERCENT)) await offerAnew(quote)
  await requireStock(live, quote.count)

  return { priceId: live.plan.priceId }
}

async function makeFullQuote(request: QuoteRequest, copies = 1): Promise<FullQuote> {
  const mirrored = await requirePlan(request.planId)
  if (mirrored.sku.partnerId !== null) throw new AppError('not_found', 'This plan brings no card of its own.')
  // What our own copy already rules out costs the provider no call.
  const priced = await priceLive(mirrored)
  const choice = requireChoice(mirrored, request)

  return liveOrMirrored(mirrored, {
    ask: () => offerLive(request, { mirrored, copies }),
    mirrored: (checkedAt) => {
      const offer = quoteSale({ ...mirrored, ...priced }, { ...request, choice, checkedAt })
      // The facts keep their age, and the offer holds as long as any other.
      const lifeMs = Date.now() - checkedAt.getTime() + offer.lifeMs

      return insertQuote({ ...offer, lifeMs, snapshot: { ...offer.snapshot, isFromMirror: true } })
    },
  })
}

async function offerLive(
  request: QuoteRequest,
  { mirrored, copies }: { mirrored: LivePlan; copies: number },
): Promise<FullQuote> {
  const checkedAt = new Date()
  const live = await fetchLivePlan(mirrored)
  const choice = requireChoice(live, request)
  const priced = await priceLive(live)
  await requireStock(live, choice.count * copies)

  return insertQuote(quoteSale({ ...live, ...priced }, { ...request, choice, checkedAt }))
}

async function priceLive({ plan, sku }: LivePlan) {
  const terms = await findSaleTerms()
  const answer = saleAnswer({ plan, destination: sku, terms })
  if (!answer.isOnSale) throw new AppError('not_on_sale', 'This plan is not on sale.', { reason: answer.reason })

  return { answer, terms }
}

function requireChoice({ plan }: LivePlan, input: QuoteInput): QuoteChoice {
  const { choice, problem } = checkInput(plan, input, new Date())
  if (problem) throw new AppError('bad_input', 'This choice cannot be sold.', { reason: problem })

  return choice
}

/** Makes a quote at the price of now, and throws it at the caller: a buyer confirms what has changed. */
async function offerAnew(quote: FullQuote): Promise<never> {
  const { planId, locale, totalMinor, unitMinor } = quote
  const renewed = await makeFullQuote({ ...inputOf(quote), planId, locale, seenUnitMinor: unitMinor })
  throw new AppError('price_changed', 'The cost has risen since the quote.', {
    quoteId: renewed.id,
    before: totalMinor,
    now: renewed.totalMinor,
  })
}

function inputOf({ count, days, startDate }: FullQuote): QuoteInput {
  return { count, ...(days !== null && { days }), ...(startDate !== null && { startDate }) }
}

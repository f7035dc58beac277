import 'server-only'
import {
  fetchLivePlan,
  type LivePlan,
  liveOrMirrored,
  requirePlan,
  requireStock,
} from '#lib/catalog/commands/live-plan.ts'
import { type CatalogDestination, findPlanWithDestination } from '#lib/catalog/repository/catalog.ts'
import { slugIn } from '#lib/catalog/rules/address.ts'
import { saleAnswer, toShopPlan, toTerm } from '#lib/catalog/rules/on-sale.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import {
  type FullQuote,
  findQuote,
  insertQuote,
  isQuoteSpent,
  type NewQuote,
  readQuoteView,
} from '#lib/checkout/repository/quotes.ts'
import { cartProblem, MAX_TOTAL_MINOR } from '#lib/checkout/rules/cart-limits.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import {
  type CartItem,
  type CartSubject,
  type CartView,
  checkInput,
  type QuoteChoice,
  type QuoteInput,
} from '#lib/checkout/rules/quote.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Money, multiply, sum } from '#lib/core/rules/money.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { type CurrentTerms, findSaleTerms, storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { listSellingCurrencies, requireSellingCurrency } from '#lib/pricing/repository/selling-currencies.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import { priceIn, type SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'
import { offerLifeMs, scaled } from '#lib/provider/commands/throttle.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

export type PricedPlan = {
  plan: CatalogPlan
  destination: CatalogDestination
  answer: Extract<ReturnType<typeof saleAnswer>, { isOnSale: true }>
  terms: CurrentTerms
}

/** `currency` is how to sell in another one than the store's, `null` for the store's own. */
type Sale = {
  choice: QuoteChoice
  locale: string
  seenUnitMinor?: number | undefined
  currency: SellingCurrency | null
  checkedAt: Date
}

/**
 * Returns the quote for a plan as it was priced at `checkedAt`. `seenUnitMinor` is the price that a page had shown. Throws
 * `bad_input` with the reason `count_out_of_range` for a sum that no order can hold.
 */
export function quoteSale({ plan, destination, answer, terms }: PricedPlan, sale: Sale): NewQuote {
  const { choice, locale, seenUnitMinor, currency, checkedAt } = sale
  const { unit, rule, rate } = answer
  const own = terms.dayPassCost === 'per-day' ? multiply(unit, choice.days ?? 1) : unit
  const piece = currency ? priceIn(own, currency) : own
  const total = multiply(piece, choice.count)
  // Finance counts each line in the store's currency, within the same bound.
  if (Math.max(total.minor, multiply(own, choice.count).minor) > MAX_TOTAL_MINOR) {
    throw new AppError('bad_input', 'No order can be so large.', { reason: 'count_out_of_range' })
  }
  const { id: planId, price: _, needsStartDate: __, cancelRule: ___, ...shown } = toShopPlan(plan, unit)

  return {
    ...choice,
    planId,
    skuId: destination.id,
    locale,
    currency: piece.currency,
    unitMinor: piece.minor,
    totalMinor: total.minor,
    cost: plan.cost,
    costCurrency: terms.costCurrency,
    rate,
    storeCurrency: currency ? own.currency : null,
    storeRate: currency?.rate ?? null,
    ruleVersion: rule.version,
    priceId: plan.priceId,
    planCode: plan.code,
    checkedAt,
    lifeMs: offerLifeMs(),
    snapshot: {
      ...shown,
      destination: {
        slug: slugIn(destination, locale),
        name: destinationName(destination, locale),
        iso2: destination.iso2,
      },
      timeZone: timeZoneOf(destination.iso2),
      seenUnitMinor: seenUnitMinor ?? null,
    },
  }
}

/**
 * What is asked for. `seenUnitMinor` is the price of one piece, all its days included, that the page had shown; `currency`
 * is the one to pay in, the store's own where none is named.
 */
export type QuoteRequest = QuoteInput & { planId: string; locale: string; seenUnitMinor?: number; currency?: string }

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
  if (Date.now() - quote.checkedAt.getTime() <= scaled(TIMERS.readingsAreFresh)) return { priceId: quote.priceId }
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
  if (hasDrifted(quote.cost, live.plan.cost)) await offerAnew(quote)
  await requireStock(live, quote.count)

  return { priceId: live.plan.priceId }
}

async function makeFullQuote(request: QuoteRequest, copies = 1): Promise<FullQuote> {
  const mirrored = await requirePlan(request.planId)
  if (mirrored.destination.partnerId !== null) throw new AppError('not_found', 'This plan brings no card of its own.')
  // What our own copy already rules out costs the provider no call.
  const priced = await priceLive(mirrored)
  const choice = requireChoice(mirrored, request)
  const currency = await requireSellingCurrency(request.currency)

  return liveOrMirrored(mirrored, {
    ask: () => offerLive({ ...request, currency }, { mirrored, copies }),
    mirrored: (checkedAt) => {
      const offer = quoteSale({ ...mirrored, ...priced }, { ...request, currency, choice, checkedAt })
      // The facts keep their age, and the offer holds as long as any other.
      const lifeMs = Date.now() - checkedAt.getTime() + offer.lifeMs

      return insertQuote({ ...offer, lifeMs, snapshot: { ...offer.snapshot, isFromMirror: true } })
    },
  })
}

async function offerLive(
  request: Omit<QuoteRequest, 'currency'> & Pick<Sale, 'currency'>,
  { mirrored, copies }: { mirrored: LivePlan; copies: number },
): Promise<FullQuote> {
  const checkedAt = new Date()
  const live = await fetchLivePlan(mirrored)
  const choice = requireChoice(live, request)
  const priced = await priceLive(live)
  await requireStock(live, choice.count * copies)

  return insertQuote(quoteSale({ ...live, ...priced }, { ...request, choice, checkedAt }))
}

async function priceLive({ plan, destination }: LivePlan) {
  const terms = await findSaleTerms()
  const answer = saleAnswer({ plan, destination, terms })
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
  const { planId, locale, totalMinor, unitMinor, currency } = quote
  const renewed = await makeFullQuote({ ...inputOf(quote), planId, locale, currency, seenUnitMinor: unitMinor })
  throw new AppError('price_changed', 'The cost has risen since the quote.', {
    quoteId: renewed.id,
    before: totalMinor,
    now: renewed.totalMinor,
  })
}

function inputOf({ count, days, startDate }: FullQuote): QuoteInput {
  return { count, ...(days !== null && { days }), ...(startDate !== null && { startDate }) }
}

/** A line that somebody wants. `quoteId` is the offer it had before, which is kept while it is good. */
export type CartItemInput = QuoteInput & { planId: string; quoteId?: string }

// An offer that is about to end would end on the way to the checkout.
const LEFT_MS = 60_000

/** The language of a cart, and the currency to pay in: the store's own where none is named. */
type Wanted = { locale: string; currency?: string }

/** Asks the network what each item of a cart costs now. A line that cannot be had does not spoil the others. */
export async function quoteCart({ items, ...wanted }: { items: CartItemInput[] } & Wanted): Promise<CartView> {
  const answers = await Promise.all(
    items.map((item) => quoteItem(item, { ...wanted, together: items.map(({ quoteId }) => quoteId) })),
  )
  const quotes = answers.flatMap(({ quote }) => quote ?? [])
  const problem = cartProblem(
    quotes.map(({ id, count, total }) => ({ id, count, currency: total.currency, totalMinor: total.minor })),
  )
  const isWhole = problem === null && quotes.length === items.length

  return {
    items: answers,
    totals: totalsOf(quotes),
    checkoutId: isWhole ? checkoutIdOf(quotes.map(({ id }) => id)) : null,
    problem,
  }
}

type InCart = Wanted & { together: (string | undefined)[] }

async function quoteItem({ quoteId, ...input }: CartItemInput, { together, ...wanted }: InCart): Promise<CartItem> {
  const kept = quoteId === undefined ? null : await keptQuote(quoteId, input, { ...wanted, together })
  if (kept) return { quote: kept, refusal: null, about: null }
  try {
    return { quote: await makeQuote({ ...input, ...wanted }), refusal: null, about: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.details?.reason
    const refusal = { code: error.code, reason: typeof reason === 'string' ? reason : null }

    return { quote: null, refusal, about: await subjectOf(input.planId, wanted.locale) }
  }
}

/**
 * The offer a line had, if it is for the same request and there is time left to order it. One whose order waits for its
 * payment is still good while the cart is that order: whoever comes back from the payment page goes on with it.
 */
async function keptQuote(
  quoteId: string,
  input: QuoteInput & { planId: string },
  { locale, currency = storeCurrency(), together }: InCart,
): Promise<QuoteView | null> {
  const quote = await findQuote(quoteId)
  if (!quote || quote.currency !== currency || quote.planId !== input.planId || quote.count !== input.count) return null
  if (quote.days !== (input.days ?? null) || quote.startDate !== (input.startDate ?? null)) return null
  if (quote.expiresAt.getTime() - LEFT_MS <= Date.now()) return null
  // All that is ordered together is at one rate: what was offered at an earlier one is offered anew.
  if (
    quote.storeRate !== null &&
    !(await listSellingCurrencies()).some(({ code, rate }) => code === currency && rate === quote.storeRate)
  )
    return null

  if (await isQuoteSpent(quoteId, together)) return null
  const view = await readQuoteView(quote)
  // What was offered in another language keeps its price and its time, not its words.
  const subject = quote.locale === locale ? null : await subjectOf(quote.planId, locale)

  return subject ? { ...view, destination: { ...view.destination, name: subject.destination.name } } : view
}

/** What a refused line was about, by our own copy of the catalogue. */
async function subjectOf(planId: string, locale: string): Promise<CartSubject | null> {
  const found = await findPlanWithDestination(planId)
  if (!found) return null
  const { plan, destination } = found

  return {
    destination: {
      slug: slugIn(destination, locale),
      name: destinationName(destination, locale),
      iso2: destination.iso2,
    },
    amount: { value: plan.amountValue, unit: plan.amountUnit },
    term: toTerm(plan),
  }
}

function totalsOf(quotes: QuoteView[]): Money[] {
  const currencies = [...new Set(quotes.map(({ total }) => total.currency))]

  return currencies.map((currency) => {
    const amounts = quotes.map(({ total }) => total).filter((total) => total.currency === currency)

    return sum(amounts, currency)
  })
}

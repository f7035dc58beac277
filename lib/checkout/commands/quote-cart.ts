import 'server-only'
import { findPlanWithSku } from '#lib/catalog/repository/catalog.ts'
import { toTerm } from '#lib/catalog/rules/shop-plan.ts'
import { makeQuote } from '#lib/checkout/commands/make-quote.ts'
import { findQuote, isQuoteSpent, readQuoteView } from '#lib/checkout/repository/quotes.ts'
import { cartProblem } from '#lib/checkout/rules/cart-limits.ts'
import type { CartItem, CartSubject, CartView } from '#lib/checkout/rules/cart-view.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import type { QuoteInput } from '#lib/checkout/rules/quote-input.ts'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Money, sum } from '#lib/core/rules/money.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** A line that somebody wants. `quoteId` is the offer it had before, which is kept while it is good. */
export type CartItemInput = QuoteInput & { planId: string; quoteId?: string }

// An offer that is about to end would end on the way to the checkout.
const LEFT_MS = 60_000

/** Asks the network what each item of a cart costs now. A line that cannot be had does not spoil the others. */
export async function quoteCart({ items, locale }: { items: CartItemInput[]; locale: string }): Promise<CartView> {
  const answers = await Promise.all(items.map((item) => quoteItem(item, locale)))
  const quotes = answers.flatMap(({ quote }) => quote ?? [])
  const problem = cartProblem(quotes.map(({ id, count, total }) => ({ id, count, currency: total.currency })))
  const isWhole = problem === null && quotes.length === items.length

  return {
    items: answers,
    totals: totalsOf(quotes),
    checkoutId: isWhole ? checkoutIdOf(quotes.map(({ id }) => id)) : null,
    problem,
  }
}

async function quoteItem({ quoteId, ...input }: CartItemInput, locale: string): Promise<CartItem> {
  const kept = quoteId === undefined ? null : await keptQuote(quoteId, input, locale)
  if (kept) return { quote: kept, refusal: null, about: null }
  try {
    return { quote: await makeQuote({ ...input, locale }), refusal: null, about: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.details?.reason
    const refusal = { code: error.code, reason: typeof reason === 'string' ? reason : null }

    return { quote: null, refusal, about: await subjectOf(input.planId, locale) }
  }
}

/**
 * The offer a line had, if it is for the same request and there is time left to order it. One whose order waits for its
 * payment is still good: whoever comes back from the payment page goes on with that order instead of a second one.
 */
async function keptQuote(
  quoteId: string,
  input: QuoteInput & { planId: string },
  locale: string,
): Promise<QuoteView | null> {
  const quote = await findQuote(quoteId)
  if (!quote || quote.planId !== input.planId || quote.count !== input.count) return null
  if (quote.days !== (input.days ?? null) || quote.startDate !== (input.startDate ?? null)) return null
  if (quote.expiresAt.getTime() - LEFT_MS <= Date.now()) return null

  if (await isQuoteSpent(quoteId)) return null
  const view = await readQuoteView(quote)
  // What was offered in another language keeps its price and its time, not its words.
  const subject = quote.locale === locale ? null : await subjectOf(quote.planId, locale)

  return subject ? { ...view, destination: { ...view.destination, name: subject.destination.name } } : view
}

/** What a refused line was about, by our own copy of the catalogue. */
async function subjectOf(planId: string, locale: string): Promise<CartSubject | null> {
  const found = await findPlanWithSku(planId)
  if (!found) return null
  const { plan, sku } = found

  return {
    destination: { slug: sku.slug, name: destinationName(sku, locale), iso2: sku.iso2 },
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

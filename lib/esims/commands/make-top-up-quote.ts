import 'server-only'
import { requirePlan } from '#lib/catalog/commands/live-plan.ts'
import { type PricedPlan, type QuoteRequest, quoteSale } from '#lib/checkout/commands/make-quote.ts'
import { type FullQuote, findQuote, insertQuote, readQuoteView } from '#lib/checkout/repository/quotes.ts'
import { checkInput, type QuoteChoice } from '#lib/checkout/rules/quote.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { withProviderErrors } from '#lib/esims/commands/check-esims.ts'
import { readAccepted } from '#lib/esims/commands/send-top-up.ts'
import { requireOwnEsim, requireSeenEsim } from '#lib/esims/commands/top-up-esim.ts'
import { offerPlans } from '#lib/esims/commands/top-up-offer.ts'
import {
  type EsimToTopUp,
  findBehind,
  findPhysicalSim,
  isBrandHidden,
  markQuoted,
  type OwnEsimToTopUp,
  type PhysicalSim,
} from '#lib/esims/repository/top-ups.ts'
import type { TopUpRefusal } from '#lib/esims/rules/top-up.ts'
import { requireSellingCurrency } from '#lib/pricing/repository/selling-currencies.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import type { QuoteView, TopUpTarget } from '#lib/settings/rules/shop.ts'

/**
 * What is asked for: a plan for an eSIM, with days where it is a day pass. `seenUnitMinor`: the price that was shown;
 * `currency`: the one to pay in, as in `QuoteRequest`.
 */
export type TopUpInput = { esimId: string } & Omit<QuoteRequest, 'count' | 'startDate'>

/**
 * Asks the provider now whether an eSIM of the caller takes a plan, and offers it for 15 minutes.
 *
 * Throws `not_found` for somebody else's eSIM, `not_on_sale` (with the reason: one of `TOP_UP_REFUSALS`, or
 * `top_up_gone`), `bad_input` (with the reason), `upstream_unavailable`.
 */
export async function makeTopUpQuote(caller: Caller, input: TopUpInput): Promise<QuoteView> {
  const target = await ownTarget(caller, input.esimId)

  return readQuoteView(await makeQuote(target, input))
}

/** The same by staff, for an eSIM of a customer. Throws `forbidden` as well. */
export async function quoteStaffTopUp(caller: Caller, input: TopUpInput): Promise<FullQuote> {
  return makeQuote(await staffTarget(caller, input.esimId), input)
}

/** The same for an eSIM that somebody holds, by what the check of its number called it. */
export async function makeInHandQuote(input: TopUpInput): Promise<QuoteView> {
  const quote = await makeQuote(await inHandTarget(input.esimId), input)
  await markQuoted(input.esimId)

  return readQuoteView(quote)
}

/**
 * Asks once more, before money is asked for, what the offer of a top-up rests on, and whose eSIM it is.
 *
 * Throws like `makeTopUpQuote`, `quote_expired`, and `price_changed` with a new quote: `{ quoteId, before, now }`.
 */
export async function recheckTopUp(caller: Caller, quoteId: string): Promise<void> {
  const quote = await findQuote(quoteId)
  const topUp = quote?.snapshot.topUp
  if (!quote || !topUp) throw new AppError('not_found', 'There is no such offer.')
  const target = await targetOf(caller, topUp)
  if (quote.expiresAt.getTime() <= Date.now()) throw new AppError('quote_expired', 'The quote has run out.')
  const input = toInput(quote, topUp.esimId)
  const offered = await requireAccepted(target, input)
  requireChoice(offered, input)
  if (!hasDrifted(quote.cost, offered.plan.cost)) return
  const renewed = await makeQuote(target, { ...input, seenUnitMinor: quote.unitMinor })
  throw new AppError('price_changed', 'The cost has risen since the quote.', {
    quoteId: renewed.id,
    before: quote.totalMinor,
    now: renewed.totalMinor,
  })
}

function targetOf(caller: Caller, { esimId, orderId }: Target['shown']): Promise<Target> {
  if (orderId === null) return inHandTarget(esimId)

  return can(caller, 'orders.make') ? staffTarget(caller, esimId) : ownTarget(caller, esimId)
}

function toInput({ planId, days, locale, currency }: FullQuote, esimId: string): TopUpInput {
  return { esimId, planId, locale, currency, ...(days !== null && { days }) }
}

async function makeQuote(target: Target, input: TopUpInput): Promise<FullQuote> {
  const checkedAt = new Date()
  const offered = await requireAccepted(target, input)
  const choice = requireChoice(offered, input)

  const currency = await requireSellingCurrency(input.currency)
  const quote = quoteSale(offered, { ...input, currency, choice, checkedAt })

  return insertQuote({
    ...quote,
    kind: 'RENEWAL',
    esimId: target.esim.id,
    snapshot: { ...quote.snapshot, topUp: target.shown },
  })
}

async function requireAccepted(target: Target, { planId }: TopUpInput): Promise<PricedPlan> {
  const { plan: mirrored, destination } = await requirePlan(planId)
  const { refusal, plans } = await withProviderErrors(() => readAccepted(target.esim, destination.id))
  if (refusal) {
    const reason = toldRefusal(target, refusal)
    throw new AppError('not_on_sale', 'This card cannot be topped up with it.', { reason })
  }
  const offered = (await offerPlans(destination.id, plans)).find(({ plan }) => plan.id === mirrored.id)
  if (!offered) throw new AppError('not_on_sale', 'The card does not take this plan.', { reason: 'top_up_gone' })

  return offered
}

function requireChoice({ plan }: PricedPlan, { days }: TopUpInput): QuoteChoice {
  const { choice, problem } = checkInput(plan, { count: 1, ...(days !== undefined && { days }) }, new Date())
  if (problem) throw new AppError('bad_input', 'This choice cannot be sold.', { reason: problem })

  return choice
}

/** An eSIM that a plan is offered for, and what its buyer is told of it. */
type Target = { esim: EsimToTopUp; shown: TopUpTarget }

/** An eSIM whose order the caller owns. Throws `not_found` for every other one. */
async function ownTarget(caller: Caller, esimId: string): Promise<Target> {
  return toTarget(await requireOwnEsim(caller, esimId))
}

/** An eSIM of a customer, for staff who make orders for them. Throws `forbidden`, `not_found`. */
async function staffTarget(caller: Caller, esimId: string): Promise<Target> {
  requirePermission(caller, 'orders.make')

  return toTarget(await requireSeenEsim(caller, esimId))
}

function toTarget(esim: OwnEsimToTopUp): Target {
  return { esim, shown: { esimId: esim.id, orderId: esim.item.orderId, iccidLast4: esim.iccid.slice(-4) } }
}

/**
 * An eSIM that somebody holds: whoever knows its number may put a plan on it, and learns nothing of it.
 *
 * Throws `not_found`, and `not_on_sale` while the shop hides its brand.
 */
async function inHandTarget(id: string): Promise<Target> {
  const inHand = await findPhysicalSim(id)
  if (!inHand) throw new AppError('not_found', 'There is no such card.')
  if (await isBrandHidden(inHand.partnerId)) {
    throw new AppError('not_on_sale', 'Nothing is sold for this brand.', { reason: 'nothing_fits' })
  }

  return toInHandTarget(inHand)
}

async function toInHandTarget(inHand: PhysicalSim): Promise<Target> {
  const { id: esimId, iccid } = inHand

  return { esim: await findBehind(inHand), shown: { esimId, orderId: null, iccidLast4: iccid.slice(-4) } }
}

/** What is said of a refusal: of an eSIM in hand only what the network would say, for it may be somebody else's. */
function toldRefusal({ shown }: Target, refusal: TopUpRefusal): TopUpRefusal {
  return shown.orderId === null && refusal !== 'nothing_fits' ? 'card_refuses' : refusal
}

import 'server-only'
import { requirePlan } from '#lib/catalog/commands/live-plan.ts'
import { type PricedPlan, quoteSale } from '#lib/checkout/commands/quote-sale.ts'
import { type FullQuote, findQuote, insertQuote } from '#lib/checkout/repository/quotes.ts'
import { checkInput, type QuoteChoice } from '#lib/checkout/rules/quote-input.ts'
import { toQuoteView } from '#lib/checkout/rules/quote-view.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { asking } from '#lib/esims/commands/asking.ts'
import { offerPlans } from '#lib/esims/commands/top-up/offered-plans.ts'
import { readAccepted } from '#lib/esims/commands/top-up/read-accepted.ts'
import { requireOwnCard, requireSeenCard } from '#lib/esims/commands/top-up/top-up-card.ts'
import {
  type CardInHand,
  type CardToTopUp,
  findBehind,
  findCardInHand,
  isBrandHidden,
  markQuoted,
  type OwnCardToTopUp,
} from '#lib/esims/repository/top-ups.ts'
import type { TopUpRefusal } from '#lib/esims/rules/top-up.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import type { QuoteView, TopUpTarget } from '#lib/settings/rules/shop.ts'

const TOLERANCE_PERCENT = decimal('2')

/** What is asked for: a plan for a card, with days where it is a day pass. `seenUnitMinor`: the price that was shown. */
export type TopUpInput = { cardId: string; planId: string; days?: number; locale: string; seenUnitMinor?: number }

/**
 * Asks the upstream now whether a card of the caller takes a plan, and offers it for 15 minutes.
 *
 * Throws `not_found` for somebody else's card, `not_on_sale` (with the reason: one of `TOP_UP_REFUSALS`, or
 * `top_up_gone`), `bad_input` (with the reason), `upstream_unavailable`.
 */
export async function makeTopUpQuote(caller: Caller, input: TopUpInput): Promise<QuoteView> {
  const target = await ownTarget(caller, input.cardId)

  return toQuoteView(await makeQuote(target, input), new Date())
}

/** The same by staff, for a card of a customer. Throws `forbidden` as well. */
export async function quoteStaffTopUp(caller: Caller, input: TopUpInput): Promise<FullQuote> {
  return makeQuote(await staffTarget(caller, input.cardId), input)
}

/** The same for a card that somebody holds, by what the check of its number called it. */
export async function makeInHandQuote(input: TopUpInput): Promise<QuoteView> {
  const quote = await makeQuote(await inHandTarget(input.cardId), input)
  await markQuoted(input.cardId)

  return toQuoteView(quote, new Date())
}

/**
 * Asks once more, before money is asked for, what the offer of a top-up rests on, and whose card it is.
 *
 * Throws like `makeTopUpQuote`, `quote_expired`, and `price_changed` with a new quote: `{ quoteId, before, now }`.
 */
export async function recheckTopUp(caller: Caller, quoteId: string): Promise<void> {
  const quote = await findQuote(quoteId)
  const topUp = quote?.snapshot.topUp
  if (!quote || !topUp) throw new AppError('not_found', 'There is no such offer.')
  const target = await targetOf(caller, topUp)
  if (quote.expiresAt.getTime() <= Date.now()) throw new AppError('quote_expired', 'The quote has run out.')
  const input = toInput(quote, topUp.cardId)
  const offered = await requireAccepted(target, input)
  requireChoice(offered, input)
  if (!hasDrifted(quote.cost, offered.plan.cost, TOLERANCE_PERCENT)) return
  const renewed = await makeQuote(target, { ...input, seenUnitMinor: quote.unitMinor })
  throw new AppError('price_changed', 'The cost has risen since the quote.', {
    quoteId: renewed.id,
    before: quote.totalMinor,
    now: renewed.totalMinor,
  })
}

function targetOf(caller: Caller, { cardId, orderId }: Target['shown']): Promise<Target> {
  if (orderId === null) return inHandTarget(cardId)

  return can(caller, 'orders.make') ? staffTarget(caller, cardId) : ownTarget(caller, cardId)
}

function toInput({ planId, days, locale }: FullQuote, cardId: string): TopUpInput {
  return { cardId, planId, locale, ...(days !== null && { days }) }
}

async function makeQuote(target: Target, input: TopUpInput): Promise<FullQuote> {
  const checkedAt = new Date()
  const offered = await requireAccepted(target, input)
  const choice = requireChoice(offered, input)

  const quote = quoteSale(offered, { ...input, choice, checkedAt })

  return insertQuote({
    ...quote,
    kind: 'RENEWAL',
    cardId: target.card.id,
    snapshot: { ...quote.snapshot, topUp: target.shown },
  })
}

async function requireAccepted(target: Target, { planId }: TopUpInput): Promise<PricedPlan> {
  const { plan: mirrored, sku } = await requirePlan(planId)
  const { refusal, plans } = await asking(() => readAccepted(target.card, sku.id))
  if (refusal) {
    const reason = toldRefusal(target, refusal)
    throw new AppError('not_on_sale', 'This card cannot be topped up with it.', { reason })
  }
  const offered = (await offerPlans(sku.id, plans)).find(({ plan }) => plan.id === mirrored.id)
  if (!offered) throw new AppError('not_on_sale', 'The card does not take this plan.', { reason: 'top_up_gone' })

  return offered
}

function requireChoice({ plan }: PricedPlan, { days }: TopUpInput): QuoteChoice {
  const { choice, problem } = checkInput(plan, { count: 1, ...(days !== undefined && { days }) }, new Date())
  if (problem) throw new AppError('bad_input', 'This choice cannot be sold.', { reason: problem })

  return choice
}

/** A card that a plan is offered for, and what its buyer is told of it. */
type Target = { card: CardToTopUp; shown: TopUpTarget }

/** A card whose order the caller owns. Throws `not_found` for every other one. */
async function ownTarget(caller: Caller, cardId: string): Promise<Target> {
  return toTarget(await requireOwnCard(caller, cardId))
}

/** A card of a customer, for staff who make orders for them. Throws `forbidden`, `not_found`. */
async function staffTarget(caller: Caller, cardId: string): Promise<Target> {
  requirePermission(caller, 'orders.make')

  return toTarget(await requireSeenCard(caller, cardId))
}

function toTarget(card: OwnCardToTopUp): Target {
  return { card, shown: { cardId: card.id, orderId: card.line.orderId, iccidLast4: card.iccid.slice(-4) } }
}

/**
 * A card that somebody holds: whoever knows its number may put a plan on it, and learns nothing of it.
 *
 * Throws `not_found`, and `not_on_sale` while the shop hides its brand.
 */
async function inHandTarget(id: string): Promise<Target> {
  const inHand = await findCardInHand(id)
  if (!inHand) throw new AppError('not_found', 'There is no such card.')
  if (await isBrandHidden(inHand.partnerId)) {
    throw new AppError('not_on_sale', 'Nothing is sold for this brand.', { reason: 'nothing_fits' })
  }

  return toInHandTarget(inHand)
}

async function toInHandTarget(inHand: CardInHand): Promise<Target> {
  const { id: cardId, iccid } = inHand

  return { card: await findBehind(inHand), shown: { cardId, orderId: null, iccidLast4: iccid.slice(-4) } }
}

/** What is said of a refusal: of a card in hand only what the network would say, for it may be somebody else's. */
function toldRefusal({ shown }: Target, refusal: TopUpRefusal): TopUpRefusal {
  return shown.orderId === null && refusal !== 'nothing_fits' ? 'card_refuses' : refusal
}

import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireOwnCard, requireSeenCard } from '#lib/esims/commands/top-up/top-up-card.ts'
import { type CardInHand, findCardInHand, isBrandHidden } from '#lib/esims/repository/cards-in-hand.ts'
import { type CardToTopUp, findBehind, type OwnCardToTopUp } from '#lib/esims/repository/top-ups.ts'
import type { TopUpRefusal } from '#lib/esims/rules/top-up.ts'
import type { TopUpTarget } from '#lib/settings/rules/shop.ts'

/** A card that a plan is offered for, and what its buyer is told of it. */
export type Target = { card: CardToTopUp; shown: TopUpTarget }

/** A card whose order the caller owns. Throws `not_found` for every other one. */
export async function ownTarget(caller: Caller, cardId: string): Promise<Target> {
  return toTarget(await requireOwnCard(caller, cardId))
}

/** A card of a customer, for staff who make orders for them. Throws `forbidden`, `not_found`. */
export async function staffTarget(caller: Caller, cardId: string): Promise<Target> {
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
export async function inHandTarget(id: string): Promise<Target> {
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
export function toldRefusal({ shown }: Target, refusal: TopUpRefusal): TopUpRefusal {
  return shown.orderId === null && refusal !== 'nothing_fits' ? 'card_refuses' : refusal
}

import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, holdsCard, ownsOrder } from '#lib/core/rules/caller.ts'
import {
  type CardToTopUp,
  findCardToTopUp,
  findOwnCardToTopUp,
  type OwnCardToTopUp,
} from '#lib/esims/repository/top-ups.ts'

/** The card that a top-up is for. Throws when the line names none: the database would not have taken it. */
export async function requireTopUpCard(line: { id: string; cardId: string | null }, tx?: Tx): Promise<CardToTopUp> {
  const card = line.cardId === null ? null : await findCardToTopUp(line.cardId, tx)
  if (!card) throw new Error(`Line ${line.id} tops up no card.`)

  return card
}

/** A card whose order this browser owns. Throws `not_found` for every other one, existing or not. */
export async function requireOwnCard(caller: Caller, cardId: string): Promise<OwnCardToTopUp> {
  const card = await findOwnCardToTopUp({ id: cardId })
  if (!card || !ownsOrder(caller, card.line.orderId)) throw new AppError('not_found', 'There is no such card.')

  return card
}

/** A card that the caller may look at: its owner, or staff. Throws `not_found` otherwise. */
export async function requireSeenCard(caller: Caller, cardId: string): Promise<OwnCardToTopUp> {
  if (!can(caller, 'orders.see')) return requireOwnCard(caller, cardId)
  const card = await findOwnCardToTopUp({ id: cardId })
  if (!card) throw new AppError('not_found', 'There is no such card.')

  return card
}

/** As `requireSeenCard`, and for the person that the card was given to. */
export async function requireHeldCard(caller: Caller, cardId: string): Promise<OwnCardToTopUp> {
  const card = await findOwnCardToTopUp({ id: cardId })
  if (card && holdsCard(caller, { id: card.id, orderId: card.line.orderId })) return card

  return requireSeenCard(caller, cardId)
}

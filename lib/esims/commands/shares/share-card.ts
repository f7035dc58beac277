import 'server-only'
import { hashPin, newPin } from '#lib/core/crypto/pin.ts'
import { env } from '#lib/core/env.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { nameTraveller } from '#lib/esims/repository/cards.ts'
import { addShare, endShare, findShare, findShareOfCard, lockCardToShare } from '#lib/esims/repository/shares.ts'
import { endOf } from '#lib/esims/rules/shares.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { OrderEventKind } from '#lib/orders/rules/order-history.ts'

/** A share that was just made. Link and PIN exist in this answer alone. */
export type MadeShare = { id: string; url: string; pin: string }

/**
 * Gives one eSIM to one person: a link that opens it with a PIN, and nothing else of the order.
 *
 * Throws `not_found` for a card of somebody else, and `conflict` with `reason` `shared` when somebody has it already,
 * `return_asked` when it goes back, `not_ready` when it is not here.
 */
export async function shareCard(caller: Caller, cardId: string, name: string | null): Promise<MadeShare> {
  const pin = newPin()
  const pinHash = await hashPin(pin)

  return transaction(async (tx) => {
    const card = await requireShareable(caller, cardId, tx)
    const now = new Date()
    const before = await findShareOfCard(cardId, tx)
    if (before && endOf(before, now) === null) throw conflict('shared')
    const made = await addShare({ cardId, pinHash, now }, tx)
    await nameTraveller(cardId, name, tx)
    await note('shared', { caller, card }, tx)

    return { id: made.id, url: linkOf(made.token), pin }
  })
}

/**
 * Gives the eSIM of a share to somebody else, or to the same person anew: the old link opens nothing from then on.
 *
 * Throws as `shareCard`, and `conflict` with `reason` `opened` once its code was seen, `ended` when the share is over.
 */
export async function swapShare(caller: Caller, shareId: string, name: string | null): Promise<MadeShare> {
  const { cardId } = await requireOwnShare(caller, shareId)
  const pin = newPin()
  const pinHash = await hashPin(pin)

  return transaction(async (tx) => {
    const card = await requireShareable(caller, cardId, tx)
    if (card.revealedAt) throw conflict('opened')
    if (!(await endShare(shareId, 'swapped', tx))) throw conflict('ended')
    const made = await addShare({ cardId, pinHash, now: new Date() }, tx)
    await nameTraveller(cardId, name, tx)
    await note('share_swapped', { caller, card }, tx)

    return { id: made.id, url: linkOf(made.token), pin }
  })
}

/** Takes an eSIM back: its link opens nothing from then on. Once more does no harm. Throws `not_found`. */
export async function takeShareBack(caller: Caller, shareId: string): Promise<void> {
  const { card } = await requireOwnShare(caller, shareId)
  await transaction(async (tx) => {
    if (await endShare(shareId, 'taken_back', tx)) await note('share_taken_back', { caller, card }, tx)
  })
}

async function requireOwnShare(caller: Caller, shareId: string) {
  const share = await findShare(shareId)
  if (!share || !ownsOrder(caller, share.card.line.orderId)) throw new AppError('not_found', 'There is no such share.')

  return share
}

type Card = NonNullable<Awaited<ReturnType<typeof lockCardToShare>>>

// Locked: a reveal, a return or another share of the same moment comes before or after.
async function requireShareable(caller: Caller, cardId: string, tx: Tx): Promise<Card> {
  const card = await lockCardToShare(cardId, tx)
  if (!card || !ownsOrder(caller, card.line.orderId)) throw new AppError('not_found', 'There is no such card.')
  if (card.line.state !== 'DELIVERED') throw conflict('not_ready')
  if (card.cancelState !== 'NONE' && card.cancelState !== 'REFUSED') throw conflict('return_asked')

  return card
}

function conflict(reason: string): AppError {
  return new AppError('conflict', `The card cannot be shared: ${reason}.`, { reason })
}

function linkOf(token: string): string {
  return new URL(`/e/${token}`, env.PUBLIC_URL).href
}

// The card by its last digits: names are not for a history that nobody can change.
function note(kind: OrderEventKind, { caller, card }: { caller: Caller; card: Card }, tx: Tx): Promise<void> {
  const { orderId } = card.line
  const data = { cardId: card.id, last4: card.iccid.slice(-4) }

  return recordOrderEvent({ orderId, lineId: card.lineId, kind, actor: actorOf(caller), data }, tx)
}

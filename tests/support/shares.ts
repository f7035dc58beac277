import { db } from '#lib/core/repository/client.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { openShare } from '#lib/esims/commands/shares/open-share.ts'
import { shareCard } from '#lib/esims/commands/shares/share-card.ts'
import { listSharedCards } from '#lib/esims/repository/shares.ts'
import { sellOne } from '#tests/support/access-world.ts'
import { guestOf } from '#tests/support/sale.ts'

/** A sealed card of a buyer, given to nobody yet. */
export async function sealed() {
  const sold = await sellOne()
  await db().cardShare.deleteMany({ where: { cardId: sold.cardId } })
  await db().card.update({ where: { id: sold.cardId }, data: { revealedAt: null } })

  return { cardId: sold.cardId, orderId: sold.id, buyer: guestOf(sold.id) }
}

/** A card that its buyer has given to somebody; link and PIN as they were shown. */
export async function given(name: string | null = 'Luca Ruiz') {
  const card = await sealed()
  const made = await shareCard(card.buyer, card.cardId, name)

  return { ...card, made, token: tokenOf(made.url) }
}

/** The token in the address of a link. */
export function tokenOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** The browser that typed the PIN. */
export async function travellerOf(share: { token: string; made: { pin: string } }): Promise<Guest> {
  const [session] = await listSharedCards([await openShare({ token: share.token, pin: share.made.pin })])
  if (!session) throw new Error('The session opens nothing.')
  const { id: shareId, cardId } = session.share

  return { kind: 'guest', sessionId: session.id, grants: [], shares: [{ shareId, cardId }] }
}

import 'server-only'
import { getCardToOpen } from '#lib/db/cards.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { type Caller, holdsCard } from '#lib/domain/caller.ts'
import type { OpenedCard } from '#lib/domain/shop.ts'
import { openStoredCard } from '#lib/services/open-stored-card.ts'
import { requireLiveShare } from '#lib/services/shares/require-live-share.ts'

/** The code of a card that was opened before. A sealed card, and one of somebody else, is `not_found`. */
export async function openedCard(caller: Caller, cardId: string): Promise<OpenedCard> {
  const card = await getCardToOpen(cardId)
  const subject = { id: cardId, orderId: card?.line.orderId ?? '' }
  if (!card?.revealedAt || !holdsCard(caller, subject)) {
    throw new AppError('not_found', 'There is no such opened card.')
  }
  await requireLiveShare(caller, subject)

  return openStoredCard(card)
}

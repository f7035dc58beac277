import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, holdsCard } from '#lib/core/rules/caller.ts'
import { openStoredCard } from '#lib/esims/commands/open-stored-card.ts'
import { requireLiveShare } from '#lib/esims/commands/shares/require-live-share.ts'
import { getCardToOpen } from '#lib/esims/repository/cards.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

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

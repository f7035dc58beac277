import 'server-only'
import { getCardToOpen, nameTraveller } from '#lib/db/cards.ts'
import { transaction } from '#lib/db/client.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { type Caller, ownsOrder } from '#lib/domain/caller.ts'

/** Says who an eSIM is for; `null` takes the name away. Throws `not_found` for a card of somebody else. */
export async function nameCard(caller: Caller, cardId: string, name: string | null): Promise<void> {
  const card = await getCardToOpen(cardId)
  if (!card || !ownsOrder(caller, card.line.orderId)) throw new AppError('not_found', 'There is no such card.')
  await transaction((tx) => nameTraveller(cardId, name, tx))
}

import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { getCardToOpen, nameTraveller } from '#lib/esims/repository/cards.ts'

/** Says who an eSIM is for; `null` takes the name away. Throws `not_found` for a card of somebody else. */
export async function nameCard(caller: Caller, cardId: string, name: string | null): Promise<void> {
  const card = await getCardToOpen(cardId)
  if (!card || !ownsOrder(caller, card.line.orderId)) throw new AppError('not_found', 'There is no such card.')
  await transaction((tx) => nameTraveller(cardId, name, tx))
}

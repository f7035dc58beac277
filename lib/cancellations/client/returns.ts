import { ask } from '#lib/core/client/ask.ts'

/** Whether a card can go back, as the network saw it a moment ago. `until` is an instant as text. */
export type ReturnOption = { cardId: string; answer: 'yes' | 'no' | 'ask'; until: string | null }

/** Asks for each eSIM of an order whether it can go back. */
export async function readReturnOptions(orderId: string): Promise<ReturnOption[]> {
  const { cards } = await ask<{ cards: ReturnOption[] }>(`/api/orders/${orderId}/return-options`, { method: 'GET' })

  return cards
}

/** Asks for eSIMs to go back, once per key. Nobody has to say why. */
export function askCardsBack(
  input: { orderId: string; cardIds: string[]; reason: string },
  onceKey: string,
): Promise<unknown> {
  const { orderId, ...body } = input

  return ask(`/api/orders/${orderId}/returns`, { method: 'POST', body, onceKey })
}

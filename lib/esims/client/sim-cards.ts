import { ask } from '#lib/core/client/ask.ts'
import type { TopUpPlan } from '#lib/esims/client/top-ups.ts'

/** What the network says of the card with a number, as far as it concerns whoever holds it. */
export type CheckedCard = {
  answer: 'unknown' | 'takes_nothing' | 'takes'
  cardId: string | null
  last4: string | null
  brandName: string | null
  places: { name: string; iso2: string | null; countryCount: number | null; plans: TopUpPlan[] }[]
}

/** Asks what can be put on a card. The number travels in the body and stands in no address. */
export function checkSimCard(number: string, locale: string): Promise<CheckedCard> {
  return ask('/api/sim-cards/check', { method: 'POST', body: { number, locale } })
}

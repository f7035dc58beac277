import { checkNumber } from '#lib/esims/commands/sim-cards/check-number.ts'
import { makeInHandQuote } from '#lib/esims/commands/top-up/make-top-up-quote.ts'
import { pay, type Sale, type Started } from '#tests/support/sale.ts'
import { startTopUp } from '#tests/support/top-ups.ts'

/** A card that somebody bought at a counter of Harbour SIM Cards, for Thailand: what its check said, and a plan for it. */
export type HeldCard = { iccid: string; cardId: string; planId: string }

let place = 0

/** A card in somebody's hands that the shop has never sold, checked by its number. */
export async function heldCard(
  sale: Sale,
  input: { place?: number; kind?: 'fixed' | 'day_pass' } = {},
): Promise<HeldCard> {
  const { iccid } = sale.shop.upstream.control.addCounterCard({ dpId: 11, place: input.place ?? place++ % 10 })
  const { cardId, places } = await checkNumber({ number: iccid, locale: 'en' })
  const plan = places.flatMap(({ plans }) => plans).find(({ term }) => term.kind === (input.kind ?? 'fixed'))
  if (!cardId || !plan) throw new Error('The card takes nothing.')

  return { iccid, cardId, planId: plan.id }
}

/** A plan for a card in hand that waits for its payment. */
export async function orderForHeld({ cardId, planId }: HeldCard): Promise<Started> {
  const { id } = await makeInHandQuote({ cardId, planId, locale: 'en' })

  return startTopUp({ kind: 'guest', sessionId: 'gst_none', grants: [] }, id)
}

/** A plan for a card in hand that is paid and waits for the worker. */
export async function paidForHeld(sale: Sale, card: HeldCard): Promise<Started> {
  const started = await orderForHeld(card)
  await pay(sale, started)

  return started
}

import { checkNumber } from '#lib/esims/commands/check-number.ts'
import { makeInHandQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { pay, type Sale, type Started } from '#tests/support/sale.ts'
import { startTopUp } from '#tests/support/top-ups.ts'

/** An eSIM that somebody bought at a counter of Harbour SIM Cards, for Thailand: what its check said, and a plan for it. */
export type HeldEsim = { iccid: string; esimId: string; planId: string }

let place = 0

/** An eSIM in somebody's hands that the shop has never sold, checked by its number. */
export async function heldEsim(
  sale: Sale,
  input: { place?: number; kind?: 'fixed' | 'day_pass' } = {},
): Promise<HeldEsim> {
  const { iccid } = sale.shop.provider.control.addCounterCard({ dpId: 11, place: input.place ?? place++ % 10 })
  const { esimId, places } = await checkNumber({ number: iccid, locale: 'en' })
  const plan = places.flatMap(({ plans }) => plans).find(({ term }) => term.kind === (input.kind ?? 'fixed'))
  if (!esimId || !plan) throw new Error('The card takes nothing.')

  return { iccid, esimId, planId: plan.id }
}

/** A plan for an eSIM in hand that waits for its payment. */
export async function orderForHeld({ esimId, planId }: HeldEsim): Promise<Started> {
  const { id } = await makeInHandQuote({ esimId, planId, locale: 'en' })

  return startTopUp({ kind: 'guest', sessionId: 'gst_none', grants: [] }, id)
}

/** A plan for an eSIM in hand that is paid and waits for the worker. */
export async function paidForHeld(sale: Sale, esim: HeldEsim): Promise<Started> {
  const started = await orderForHeld(esim)
  await pay(sale, started)

  return started
}

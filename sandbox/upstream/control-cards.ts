import { DAY_MS } from '#sandbox/upstream/clock.ts'
import { physicalCards } from '#sandbox/upstream/new-cards.ts'
import { heldIccids } from '#sandbox/upstream/numbers.ts'
import { bookOrder } from '#sandbox/upstream/purchase.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

const SOLD_DAYS_AGO = 200

/** A physical card that somebody bought at a partner's counter. `place` is which of the partner's ten it is. */
export type CounterCard = { dpId: number; place?: number }

/** Puts a card into somebody's hands, loaded once long ago and not by this account. The same one is given out once. */
export function addCounterCard(world: World, { dpId, place = 0 }: CounterCard): { iccid: string } {
  const iccid = heldIccids(dpId)[place]
  const sku = [...world.offer.skus.values()].find((candidate) => candidate.dpId === dpId)
  const plan = sku?.plans.find((candidate) => candidate.flowType === 0)
  if (!iccid || !sku || !plan) throw new Error('no such card')
  if (world.cards.has(iccid)) return { iccid }

  const at = now(world) - SOLD_DAYS_AGO * DAY_MS
  const cards = physicalCards(world, { sku, count: 1, at, held: [iccid] })
  const { credit } = world.account
  bookOrder(
    world,
    { sku, plan, days: plan.days, beginDay: null, count: 1, orderMode: '0', main: null, params: {}, at },
    cards,
  )
  world.account.credit = credit
  world.journal.append({ kind: 'account', value: world.account })

  return { iccid }
}

import { canRenew, mainOrderOf, skusFor } from '#sandbox/upstream/card-offer.ts'
import { daysFor } from '#sandbox/upstream/day-rules.ts'
import {
  type Call,
  type Endpoint,
  NOT_FOUND,
  numberIn,
  type Outcome,
  PARAMS_MISSING,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { numberFormatError, offeredByCode } from '#sandbox/upstream/endpoints/place-order.ts'
import { type Card, liveEntries, type Order } from '#sandbox/upstream/ledger.ts'
import type { Offered } from '#sandbox/upstream/offer.ts'
import { newOrderAnswer } from '#sandbox/upstream/order-answer.ts'
import { bookOrder, obstacleTo } from '#sandbox/upstream/purchase.ts'

const NOT_RENEWABLE = refused(35, 'this package does not support renewal')

const renewCard: Endpoint = {
  path: '/api_esim/renewCard',
  method: 'POST',
  access: 'session',
  required: ['skuId', 'priceId'],
  success: '0',
  run: (call) => {
    const { skuId, priceId } = call.params
    const unreadable = [skuId, priceId].find((text) => numberIn(text) === null)
    if (unreadable !== undefined) return numberFormatError(unreadable)
    const offered = call.world.offer.plans.get(numberIn(priceId) ?? -1)

    return renew(call, offered?.sku.skuid === numberIn(skuId) ? offered : undefined)
  },
}

const renewCardByApiCode: Endpoint = {
  path: '/api_esim/renewCardByApiCode',
  method: 'POST',
  access: 'session',
  required: ['apiCode'],
  success: '0',
  run: (call) => renew(call, offeredByCode(call)),
}

export const renewEndpoints = [renewCard, renewCardByApiCode]

function renew(call: Call, offered: Offered | undefined): Outcome {
  const { world, params, at } = call
  if (!params.orderNum && !params.iccid) return PARAMS_MISSING
  const target = targetOf(call)
  if (!target || !offered) return NOT_FOUND
  const { sku, plan } = offered
  const { cards, main } = target
  if (plan.flowType !== 0 || !cards.every((card) => canRenew(world, card))) return NOT_RENEWABLE
  if (!cards.every((card) => skusFor(world, card).some((candidate) => candidate.skuid === sku.skuid)))
    return NOT_RENEWABLE
  const days = daysFor(plan, params.daypassDays)
  if (typeof days !== 'number') return days

  const purchase = { sku, plan, days, beginDay: null, count: cards.length, orderMode: main.orderMode, main, params, at }
  const obstacle = obstacleTo(world, purchase)
  if (obstacle) return obstacle
  const order = bookOrder(world, purchase, cards)

  return { ok: true, data: newOrderAnswer(world, order, params.backInfo), order }
}

/** The card named, or all live cards of the order named, with the first order they came from. */
function targetOf({ world, params, at }: Call): { cards: Card[]; main: Order } | null {
  if (params.iccid) {
    const card = world.cards.get(params.iccid)
    const main = card ? mainOrderOf(world, card) : null

    return card && main ? { cards: [card], main } : null
  }
  const named = world.orders.get(params.orderNum ?? '')
  const main = named?.mainOrderNum ? world.orders.get(named.mainOrderNum) : named
  if (!named || !main) return null
  const cards = liveEntries(named, at).flatMap((entry) => world.cards.get(entry.iccid) ?? [])

  return cards.length > 0 ? { cards, main } : null
}

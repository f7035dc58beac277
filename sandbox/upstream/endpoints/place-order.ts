import { beginDayFor, daysFor } from '#sandbox/upstream/day-rules.ts'
import {
  type Call,
  type Endpoint,
  listIn,
  NOT_FOUND,
  numberIn,
  type Outcome,
  type Refusal,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { newEsimCards, physicalCards } from '#sandbox/upstream/new-cards.ts'
import { heldIccids } from '#sandbox/upstream/numbers.ts'
import { newOrderAnswer } from '#sandbox/upstream/order-answer.ts'
import { bookOrder, obstacleTo, type Purchase } from '#sandbox/upstream/purchase.ts'

const MOST_CARDS = 1000

export const addEsimOrder: Endpoint = {
  path: '/api_esim/addEsimOrder',
  method: 'POST',
  access: 'session',
  required: ['skuId', 'priceId', 'count'],
  success: '0',
  run: placeOrder,
}

function placeOrder(call: Call): Outcome {
  const { world, params, at } = call
  const purchase = readPurchase(call)
  if ('ok' in purchase) return purchase
  const obstacle = obstacleTo(world, purchase)
  if (obstacle) return obstacle

  const { sku, count } = purchase
  const held = listIn(params.iccids)
  const cards =
    sku.dpId === null ? newEsimCards(world, { sku, count, at }) : physicalCards(world, { sku, count, at, held })
  const order = bookOrder(world, purchase, cards)

  return { ok: true, data: newOrderAnswer(world, order, params.backInfo), order }
}

function readPurchase({ world, params, at }: Call): Purchase | Refusal {
  const unreadable = [params.skuId, params.priceId].find((text) => numberIn(text) === null)
  if (unreadable !== undefined) return numberFormatError(unreadable)
  const offered = world.offer.plans.get(numberIn(params.priceId) ?? -1)
  if (!offered || offered.sku.skuid !== numberIn(params.skuId)) return NOT_FOUND
  const count = numberIn(params.count)
  if (count === null || count < 1 || count > MOST_CARDS) return refused(30, 'count error')

  const { sku, plan } = offered
  const days = daysFor(plan, params.daypassDays)
  if (typeof days !== 'number') return days
  const beginDay = beginDayFor(plan, params.beginDate, at)
  if (beginDay !== null && typeof beginDay !== 'number') return beginDay
  const held = listIn(params.iccids)
  if (held.length > 0 && !(sku.dpId !== null && areHeld(held, { dpId: sku.dpId, count, given: params.dpId })))
    return NOT_FOUND
  const orderMode = sku.dpId === null ? null : held.length > 0 ? '0' : '1'

  return { sku, plan, days, beginDay, count, orderMode, main: null, params, at }
}

/** The service lets the text of its own exception out. */
export function numberFormatError(text: string): Refusal {
  return refused(-3, `java.lang.NumberFormatException: For input string: "${text}"`)
}

type Holding = { dpId: number; count: number; given: string | undefined }

function areHeld(iccids: string[], { dpId, count, given }: Holding): boolean {
  const known = heldIccids(dpId)

  return numberIn(given) === dpId && iccids.length === count && iccids.every((iccid) => known.includes(iccid))
}

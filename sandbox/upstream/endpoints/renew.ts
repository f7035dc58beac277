import type { Plan } from '../catalog/model.ts'
import { DAY_MS, startOfDay } from '../clock.ts'
import { canRenew, mainOrderOf, skusFor } from '../esim-offer.ts'
import { type Esim, liveEntries, type Order } from '../ledger.ts'
import type { Offered } from '../offer.ts'
import { newOrderAnswer } from '../order-answer.ts'
import { bookOrder, heldIccids, newEsims, obstacleTo, type Purchase, physicalSims } from '../purchase.ts'
import {
  type Call,
  type Endpoint,
  listIn,
  NOT_FOUND,
  numberIn,
  type Outcome,
  PARAMS_MISSING,
  type Refusal,
  refused,
  sessionCall,
} from './endpoint.ts'

const MAX_ESIMS = 1000

const addEsimOrder: Endpoint = {
  ...sessionCall('addEsimOrder', { method: 'POST', required: ['skuId', 'priceId', 'count'] }),
  run: (call) => {
    const { skuId, priceId } = call.params
    const unreadable = [skuId, priceId].find((text) => numberIn(text) === null)
    if (unreadable !== undefined) return numberFormatError(unreadable)
    const offered = call.world.offer.plans.get(numberIn(priceId) ?? -1)

    return placeOrder(call, offered?.sku.skuid === numberIn(skuId) ? offered : undefined)
  },
}

export const orderEndpoints = [addEsimOrder]

function offeredByCode({ world, params }: Call): Offered | undefined {
  return [...world.offer.plans.values()].find((offered) => offered.plan.apiCode === params.apiCode)
}

function placeOrder(call: Call, offered: Offered | undefined): Outcome {
  if (!offered) return NOT_FOUND
  const { world, params, at } = call
  const purchase = readPurchase(call, offered)
  if ('ok' in purchase) return purchase
  const obstacle = obstacleTo(world, purchase)
  if (obstacle) return obstacle

  const { sku, count } = purchase
  const held = listIn(params.iccids)
  const esims = sku.dpId === null ? newEsims(world, { sku, count, at }) : physicalSims(world, { sku, count, at, held })
  const order = bookOrder(world, purchase, esims)

  return { ok: true, data: newOrderAnswer(world, order, params.backInfo), order }
}

function readPurchase({ params, at }: Call, { sku, plan }: Offered): Purchase | Refusal {
  const count = numberIn(params.count)
  if (count === null || count < 1 || count > MAX_ESIMS) return refused(30, 'count error')

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
function numberFormatError(text: string): Refusal {
  return refused(-3, `java.lang.NumberFormatException: For input string: "${text}"`)
}

type Holding = { dpId: number; count: number; given: string | undefined }

function areHeld(iccids: string[], { dpId, count, given }: Holding): boolean {
  const known = heldIccids(dpId)

  return numberIn(given) === dpId && iccids.length === count && iccids.every((iccid) => known.includes(iccid))
}

const NOT_RENEWABLE = refused(35, 'this package does not support renewal')

const renewCard: Endpoint = {
  ...sessionCall('renewCard', { method: 'POST', required: ['skuId', 'priceId'] }),
  run: (call) => {
    const { skuId, priceId } = call.params
    const unreadable = [skuId, priceId].find((text) => numberIn(text) === null)
    if (unreadable !== undefined) return numberFormatError(unreadable)
    const offered = call.world.offer.plans.get(numberIn(priceId) ?? -1)

    return renew(call, offered?.sku.skuid === numberIn(skuId) ? offered : undefined)
  },
}

const renewCardByApiCode: Endpoint = {
  ...sessionCall('renewCardByApiCode', { method: 'POST', required: ['apiCode'] }),
  run: (call) => renew(call, offeredByCode(call)),
}

export const renewEndpoints = [renewCard, renewCardByApiCode]

function renew(call: Call, offered: Offered | undefined): Outcome {
  const { world, params, at } = call
  if (!params.orderNum && !params.iccid) return PARAMS_MISSING
  const target = targetOf(call)
  if (!target || !offered) return NOT_FOUND
  const { sku, plan } = offered
  const { esims, main } = target
  if (plan.flowType !== 0 || !esims.every((esim) => canRenew(world, esim))) return NOT_RENEWABLE
  if (!esims.every((esim) => skusFor(world, esim).some((candidate) => candidate.skuid === sku.skuid)))
    return NOT_RENEWABLE
  const days = daysFor(plan, params.daypassDays)
  if (typeof days !== 'number') return days

  const purchase = { sku, plan, days, beginDay: null, count: esims.length, orderMode: main.orderMode, main, params, at }
  const obstacle = obstacleTo(world, purchase)
  if (obstacle) return obstacle
  const order = bookOrder(world, purchase, esims)

  return { ok: true, data: newOrderAnswer(world, order, params.backInfo), order }
}

/** The eSIM named, or all live eSIMs of the order named, with the first order they came from. */
function targetOf({ world, params, at }: Call): { esims: Esim[]; main: Order } | null {
  if (params.iccid) {
    const esim = world.esims.get(params.iccid)
    const main = esim ? mainOrderOf(world, esim) : null

    return esim && main ? { esims: [esim], main } : null
  }
  const named = world.orders.get(params.orderNum ?? '')
  const main = named?.mainOrderNum ? world.orders.get(named.mainOrderNum) : named
  if (!named || !main) return null
  const esims = liveEntries(named, at).flatMap((entry) => world.esims.get(entry.iccid) ?? [])

  return esims.length > 0 ? { esims, main } : null
}

const ENUMERATED_DAYS = [1, 3, 5, 7, 10, 15, 30]
const BOOK_AHEAD_DAYS = 180

const BAD_DAYS = refused(31, 'daypassDays error')
const BAD_DATE = refused(34, 'beginDate error')

/** The validity of an order in days, from `daypassDays` where the plan lets the caller choose. */
export function daysFor(plan: Plan, wanted: string | undefined): number | Refusal {
  if (plan.supportDaypass === 0) return plan.days
  const days = numberIn(wanted)
  if (days === null || days < (plan.minDay ?? 1) || days > (plan.maxDay ?? Number.MAX_SAFE_INTEGER)) return BAD_DAYS
  if (plan.supportDaypass === 2 && !ENUMERATED_DAYS.includes(days)) return BAD_DAYS

  return days
}

/** The wanted first day, `MM/dd/yyyy` in GMT+8; a plan that must have one is not sold without. */
export function beginDayFor(plan: Plan, wanted: string | undefined, at: number): number | null | Refusal {
  if (wanted === undefined) return plan.mustDate === 1 ? BAD_DATE : null
  const [, month = '', day = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(wanted) ?? []
  const begin = startOfDay(year, month, day)
  if (begin === null || begin + DAY_MS <= at || begin > at + BOOK_AHEAD_DAYS * DAY_MS) return BAD_DATE

  return begin
}

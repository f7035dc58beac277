import { randomBytes } from 'node:crypto'
import type { Plan, Sku } from './catalog/model.ts'
import { DAY_MS, stamp, toAmount, toMillionths } from './clock.ts'
import { type Refusal, refused } from './endpoints/endpoint.ts'
import type { Esim, Order } from './ledger.ts'
import { leftOf, setStock, type World } from './world.ts'

const ACTIVATE_WITHIN_DAYS = 180

export type Purchase = {
  sku: Sku
  plan: Plan
  days: number
  beginDay: number | null
  count: number
  orderMode: string | null
  /** null for a first order. */
  main: Order | null
  params: Record<string, string>
  at: number
}

/** The charge for a purchase in millionths: the price per day or plan, the eSIM fee, times the eSIMs. */
function chargeOf(world: World, { plan, days, count }: Purchase): bigint {
  const factor = plan.supportDaypass === 0 ? 1 : days
  const perEsim = toMillionths(plan.price) * BigInt(factor) + toMillionths(plan.openCardFee ?? 0)

  return perEsim * BigInt(count) + toMillionths(world.account.extraCharge)
}

/** Why the service cannot sell this now; null when it can. The interface names no codes for these. */
export function obstacleTo(world: World, purchase: Purchase): Refusal | null {
  const needsEsims = purchase.main === null && purchase.orderMode !== '0'
  if (needsEsims && leftOf(world, purchase.plan.priceid) < purchase.count) return refused(32, 'resource not enough')
  const { credit } = world.account
  if (credit !== null && toMillionths(credit) < chargeOf(world, purchase)) return refused(33, 'balance not enough')

  return null
}

/** Books the order on the given eSIMs: stock, credit, ledger and journal. */
export function bookOrder(world: World, purchase: Purchase, esims: Esim[]): Order {
  const { sku, plan, days, count, params, at } = purchase
  const charge = chargeOf(world, purchase)
  const order: Order = {
    ...nextOrderNum(world, purchase.main ? 'ER' : 'EP', at),
    createdAt: at,
    skuId: sku.skuid,
    skuName: sku.english,
    priceId: plan.priceid,
    apiCode: plan.apiCode,
    planName: plan.showName || `${plan.flows}${plan.unit}/${plan.days}Days`,
    flows: plan.flows,
    unit: plan.unit,
    days,
    flowType: plan.flowType,
    supportDaypass: plan.supportDaypass,
    cancelRule: plan.cancelRule,
    count,
    unitPrice: toAmount(toMillionths(plan.price)),
    total: toAmount(charge),
    status: 0,
    cardType: sku.dpId === null ? 0 : 1,
    orderMode: purchase.orderMode,
    beginDay: purchase.beginDay,
    mainOrderNum: purchase.main?.orderNum ?? null,
    renewOrderNums: [],
    otherOrderId: params.otherOrderId ?? null,
    otherItemId: params.otherItemId ?? null,
    referencesKept: world.account.keepReferences,
    remark: params.remark ?? null,
    lockedAt: null,
    invisibleUntil: 0,
    entries: esims.map((esim) => ({
      id: nextEntryId(world),
      iccid: esim.iccid,
      usedMb: 0,
      beginAt: null,
      endAt: null,
      status: 0,
    })),
    cancelled: [],
  }
  keep(world, { order, esims, charge, main: purchase.main })

  return order
}

export function activateBefore(at: number): number {
  return at + ACTIVATE_WITHIN_DAYS * DAY_MS
}

type Booking = { order: Order; esims: Esim[]; charge: bigint; main: Order | null }

function keep(world: World, { order, esims, charge, main }: Booking): void {
  const { account, journal } = world
  if (account.credit !== null) account.credit = toAmount(toMillionths(account.credit) - charge)
  if (main) {
    main.renewOrderNums.push(order.orderNum)
    journal.append({ kind: 'order', value: main })
  } else if (order.orderMode !== '0') {
    setStock(world, order.priceId, leftOf(world, order.priceId) - order.count)
  }
  for (const esim of esims) {
    world.esims.set(esim.iccid, esim)
    if (!main) journal.append({ kind: 'card', value: esim })
  }
  world.orders.set(order.orderNum, order)
  journal.append({ kind: 'order', value: order })
  journal.append({ kind: 'account', value: account })
  journal.append({ kind: 'sequence', value: world.sequence })
}

/** Two letters, the day in GMT+8, six digits; never given out twice. */
function nextOrderNum(world: World, emails: 'EP' | 'ER', at: number): { orderNum: string; id: number } {
  for (;;) {
    world.sequence.order += 1
    const orderNum = `${emails}${stamp.compactDay(at)}${String(world.sequence.order % 1_000_000).padStart(6, '0')}`
    if (!world.orders.has(orderNum)) return { orderNum, id: world.sequence.order }
  }
}

/** An ICCID with 19 digits, every seventh one with 18: both lengths are in use. */
export function nextIccid(world: World): string {
  world.sequence.esim += 1
  const digits = world.sequence.esim % 7 === 0 ? 11 : 12

  return `8948010${String(world.sequence.esim).padStart(digits, '0')}`
}

export function nextEntryId(world: World): number {
  world.sequence.entry += 1

  return world.sequence.entry
}

export function newMatchingId(): string {
  return randomBytes(16).toString('hex').toUpperCase()
}

/** The physical eSIMs this account already holds from a partner: ten of each, always the same. */
export function heldIccids(dpId: number): string[] {
  return Array.from({ length: 10 }, (_, index) => `89860${String(dpId).padStart(2, '0')}00000000000${index}`)
}

const SMDP_HOST = 'rsp.sandbox.example'

export function newEsims(world: World, { sku, count, at }: { sku: Sku; count: number; at: number }): Esim[] {
  return Array.from({ length: count }, () => ({
    ...blankEsim(nextIccid(world), sku, at),
    smdp: SMDP_HOST,
    matchingId: newMatchingId(),
  }))
}

/** Cards in plastic: ones the account holds already, or new ones that a courier brings. */
export function physicalSims(
  world: World,
  { sku, count, at, held }: { sku: Sku; count: number; at: number; held: string[] },
): Esim[] {
  const iccids = held.length > 0 ? held : Array.from({ length: count }, () => nextIccid(world))

  return iccids.map((iccid) => world.esims.get(iccid) ?? blankEsim(iccid, sku, at))
}

function blankEsim(iccid: string, sku: Sku, at: number): Esim {
  return {
    iccid,
    cardType: sku.dpId === null ? 0 : 1,
    dpId: sku.dpId,
    skuId: sku.skuid,
    smdp: null,
    matchingId: null,
    mobileNumber: `8526${iccid.slice(-7)}`,
    activateBeforeAt: activateBefore(at),
    createdAt: at,
    eid: null,
    dpStatus: null,
  }
}

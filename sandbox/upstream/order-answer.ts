import { DAY_MS, stamp, startOfDay } from './clock.ts'
import { numberIn } from './endpoints/endpoint.ts'
import { type Account, type Esim, liveEntries, type Order, type PlanEntry, statusOf } from './ledger.ts'
import { now, type World } from './world.ts'

/** What `backInfo` asks for: the bare order number, the full order, or where its PDF lies. */
export function orderAnswer(world: World, order: Order, backInfo: string | undefined): unknown {
  if (backInfo === '1') return fullOrder(world, order)
  if (backInfo === '2') {
    return { orderNum: order.orderNum, pdfUrl: pdfOf(order.orderNum) }
  }

  return order.orderNum
}

/** The full order with its eSIMs, as far as they are not cancelled. */
export function fullOrder(world: World, order: Order): Record<string, unknown> & { cardApiDtoList: unknown[] } {
  const at = now(world)
  const live = liveEntries(order, at)
  const first = live[0]

  return {
    orderNum: order.orderNum,
    display: order.skuName,
    purchaseDate: stamp.withZone(order.createdAt),
    count: order.count,
    price: order.total,
    status: statusOf(order, at),
    renewal: order.mainOrderNum !== null,
    mainOrderNum: order.mainOrderNum,
    renew: order.mainOrderNum === null ? 0 : 1,
    priceId: order.priceId,
    renewOrderNum: order.renewOrderNums,
    startDate: first?.beginAt ? stamp.minutes(first.beginAt) : null,
    endDate: first?.endAt ? stamp.minutes(first.endAt) : null,
    outerOrderid: order.referencesKept ? order.otherOrderId : null,
    outerItemId: order.referencesKept ? order.otherItemId : null,
    cardApiDtoList: live.map((entry) => esimDetails(world, order, entry)),
  }
}

/** The answer to a new order, in which eSIMs can still be missing when the account is set so. */
export function newOrderAnswer(world: World, order: Order, backInfo: string | undefined): unknown {
  const { esimsWithOrder } = world.account
  if (backInfo !== '1' || esimsWithOrder === 'all') return orderAnswer(world, order, backInfo)
  const full = fullOrder(world, order)

  return { ...full, cardApiDtoList: esimsWithOrder === 'none' ? null : full.cardApiDtoList.slice(1) }
}

function esimDetails(world: World, order: Order, entry: PlanEntry): Record<string, unknown> {
  const esim = world.esims.get(entry.iccid)

  return {
    iccid: entry.iccid,
    data: `${order.flows}${order.unit}`,
    validity: order.days,
    ...(esim && activationOf(world, esim)),
    mobileNumber: esim?.mobileNumber ?? '',
    activateBefore: esim ? stamp.day(esim.activateBeforeAt) : null,
    usedMB: entry.usedMb,
    startDate: entry.beginAt === null ? null : stamp.minutes(entry.beginAt),
    endDate: entry.endAt === null ? null : stamp.minutes(entry.endAt),
    pdfUrl: pdfOf(`${order.orderNum}-${entry.iccid}`),
    dpId: String(esim?.dpId ?? 0),
    eid: esim?.eid ?? null,
    dpStatus: esim?.dpStatus ?? null,
  }
}

function pdfOf(name: string): string {
  return `https://pdf.sandbox.example/${name}.pdf`
}

function activationOf(world: World, { smdp, matchingId }: Esim): Record<string, unknown> {
  if (smdp === null || matchingId === null) return {}
  const address = world.account.addressStyle === 'host' ? smdp : `LPA$1$${smdp}$${matchingId}`

  return { sm_dp_address: address, activationCode: matchingId, code: `LPA:1$${smdp}$${matchingId}` }
}

const DEFAULT_RANGE_DAYS = 92

const FILTERS = [
  'orderNum',
  'iccid',
  'subTime',
  'sTime',
  'eTime',
  'status',
  'packetName',
  'cardType',
  'orderMode',
  'outerOrderId',
  'outerItemId',
] as const

type Range = { from: number; to: number }

type Test = (order: Order) => boolean

/** A test for the orders a list query asks for; null when a filter cannot be read. */
export function orderFilter(world: World, params: Record<string, string>): Test | null {
  const at = now(world)
  const ranges = { subTime: rangeIn(params.subTime), sTime: rangeIn(params.sTime), eTime: rangeIn(params.eTime) }
  const numbers = [params.status, params.cardType, params.orderMode]
  if (Object.values(ranges).includes(null)) return null
  if (numbers.some((text) => text !== undefined && numberIn(text) === null)) return null
  const { subTime, sTime, eTime } = ranges
  const isBare = FILTERS.every((name) => params[name] === undefined)
  const created = isBare ? { from: at - DEFAULT_RANGE_DAYS * DAY_MS, to: at + DAY_MS } : subTime

  const tests: Test[] = [
    // What leaves fewest over comes first: every look asks it of all orders.
    referenceFilter(world, params),
    (order) => params.orderNum === undefined || order.orderNum === params.orderNum,
    (order) =>
      params.iccid === undefined ||
      !world.account.filterByEsim ||
      order.entries.some((entry) => entry.iccid === params.iccid),
    (order) => isWithin(order.createdAt, created),
    (order) => !sTime || order.entries.some((entry) => isWithin(entry.beginAt, sTime)),
    (order) => !eTime || order.entries.some((entry) => isWithin(entry.endAt, eTime)),
    (order) => params.status === undefined || statusOf(order, at) === Number(params.status),
    (order) => params.packetName === undefined || order.planName.includes(params.packetName),
    (order) => params.cardType === undefined || order.cardType === Number(params.cardType),
    (order) => params.orderMode === undefined || order.orderMode === params.orderMode,
    (order) => isVisible(order, at),
  ]

  return (order) => tests.every((test) => test(order))
}

/** Whether the order carries the references asked for; the account can be set to ignore the question. */
export function referenceFilter(world: World, { outerOrderId, outerItemId }: Record<string, string>): Test {
  if (!world.account.filterByReference) return () => true

  return (order) =>
    (outerOrderId === undefined || (order.referencesKept && order.otherOrderId === outerOrderId)) &&
    (outerItemId === undefined || (order.referencesKept && order.otherItemId === outerItemId))
}

export function isVisible(order: Order, at: number): boolean {
  return order.invisibleUntil <= at
}

function isWithin(at: number | null, range: Range | undefined | null): boolean {
  return !range || (at !== null && at >= range.from && at < range.to)
}

/** `YYYY/MM/DD-YYYY/MM/DD`, both days included; null when it is something else, undefined when absent. */
function rangeIn(text: string | undefined): Range | null | undefined {
  if (text === undefined) return undefined
  const match = /^(\d{4})\/(\d\d)\/(\d\d)-(\d{4})\/(\d\d)\/(\d\d)$/.exec(text)
  if (!match) return null
  const [, fromYear = '', fromMonth = '', fromDay = '', toYear = '', toMonth = '', toDay = ''] = match
  const from = startOfDay(fromYear, fromMonth, fromDay)
  const to = startOfDay(toYear, toMonth, toDay)

  return from === null || to === null ? null : { from, to: to + DAY_MS }
}

/** An order as `queryEsimOrder` lists it. */
export function orderRow(order: Order, at: number, account: Account): Record<string, unknown> {
  return {
    orderNum: order.orderNum,
    skuId: order.skuId,
    skuName: order.skuName,
    count: order.count,
    createTime: stamp.withTenths(order.createdAt + account.listSkewMs),
    status: statusOf(order, at),
    totle: order.total,
    cardType: order.cardType,
    flowType: order.flowType,
    ...(account.listsRenew && { renew: order.mainOrderNum === null ? 0 : 1, pflag: order.mainOrderNum === null }),
    packageList: packageList(order, at, account),
  }
}

/** An order as the legacy `queryOrder` lists it, caller's references included. */
export function legacyRow(order: Order, at: number): Record<string, unknown> {
  return {
    id: order.id,
    orderid: order.orderNum,
    num: order.count,
    price: order.unitPrice,
    totle: order.total,
    subTime: stamp.seconds(order.createdAt),
    status: statusOf(order, at),
    flowType: String(order.flowType),
    pflag: order.mainOrderNum === null,
    renew: order.mainOrderNum === null ? 0 : 1,
    outerOrderId: order.referencesKept ? (order.otherOrderId ?? '') : '',
    outerItemId: order.referencesKept ? (order.otherItemId ?? '') : '',
  }
}

/** The plans of the order's eSIMs that are not cancelled; of all of them where the account is told to keep naming them. */
export function packageList(order: Order, at: number, { listKeepsCancelled }: Account): Record<string, unknown>[] {
  const named = listKeepsCancelled ? order.entries : liveEntries(order, at)

  return named.map((entry) => planRow(order, entry))
}

function planRow(order: Order, entry: PlanEntry): Record<string, unknown> {
  return {
    id: entry.id,
    flows: order.flows,
    unit: order.unit,
    days: order.days,
    usedMb: entry.usedMb,
    name: order.planName,
    iccid: entry.iccid,
    status: entry.status,
    beginDate: entry.beginAt === null ? null : stamp.minutes(entry.beginAt),
    endDate: entry.endAt === null ? null : stamp.minutes(entry.endAt),
    supportDaypass: order.supportDaypass,
    canActive: null,
    showOverTip: null,
    renew: order.mainOrderNum === null ? 0 : 1,
  }
}

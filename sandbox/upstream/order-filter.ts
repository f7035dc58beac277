import { DAY_MS, startOfDay } from '#sandbox/upstream/clock.ts'
import { numberIn } from '#sandbox/upstream/endpoints/endpoint.ts'
import { type Order, statusOf } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

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

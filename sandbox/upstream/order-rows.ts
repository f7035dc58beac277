import { stamp } from '#sandbox/upstream/clock.ts'
import { type Account, liveEntries, type Order, type PlanEntry, statusOf } from '#sandbox/upstream/ledger.ts'

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

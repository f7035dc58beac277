import { stamp } from '#sandbox/upstream/clock.ts'
import { type Esim, liveEntries, type Order, type PlanEntry, statusOf } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

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

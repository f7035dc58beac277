import 'server-only'
import type { CancelRow } from '#lib/cancellations/repository/cancellations.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { isElsewhere } from '#lib/core/rules/payment-method.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { totalCost } from '#lib/pricing/rules/pricing.ts'
import type { Capabilities } from '#lib/provider/rules/capabilities.ts'
import type { OurOrder } from '#lib/reconciliation/rules/judge-listed-order.ts'
import type { OurPayment } from '#lib/reconciliation/rules/judge-provider-payment.ts'

const GONE = ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK']
const OPEN_CANCELLATIONS = ['WAITING', 'ASKED', 'SENT', 'OPEN', 'HELD']

const select = {
  orderNum: true,
  itemId: true,
  isRenewal: true,
  cost: true,
  costCurrency: true,
  createdAt: true,
  esims: { orderBy: { position: 'asc' }, select: { iccid: true, cancelState: true, priceShareMinor: true } },
  item: {
    select: {
      itemRef: true,
      state: true,
      priceMinor: true,
      order: { select: { id: true, number: true, currency: true } },
      quote: {
        select: {
          count: true,
          days: true,
          cost: true,
          plan: {
            select: {
              kind: true,
              amountValue: true,
              amountUnit: true,
              destination: { select: { providerName: true, ownName: true } },
            },
          },
        },
      },
    },
  },
} as const satisfies Prisma.ProviderOrderSelect

type Row = Prisma.ProviderOrderGetPayload<{ select: typeof select }>
type Question = { dayPassCost: Capabilities['dayPassCost'] }

/** The orders of ours among these numbers, ready to be compared. */
export async function readOurOrders(orderNums: string[], question: Question): Promise<Map<string, OurOrder>> {
  const rows = await db().providerOrder.findMany({ where: { orderNum: { in: orderNums } }, select })
  const orders = await toOurOrders(rows, question)

  return new Map(orders.map((order) => [order.orderNum, order]))
}

/** The orders of ours that were bought in a window, their numbers only. */
export async function listOurOrderNums({ from, until }: { from: Date; until: Date }): Promise<string[]> {
  const rows = await db().providerOrder.findMany({
    where: { createdAt: { gte: from, lt: until } },
    select: { orderNum: true },
  })

  return rows.map(({ orderNum }) => orderNum)
}

/** Notes the status that a list, asked for at that moment, gave each of these orders. What was read since stays. */
export async function noteListed(rows: { orderNum: string; status: number | null }[], readAt: Date): Promise<void> {
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  for (const [status, group] of byStatus) {
    if (status === null) continue
    const orderNum = { in: group.map((row) => row.orderNum) }
    await db().providerOrder.updateMany({
      where: { orderNum, OR: [{ statusReadAt: null }, { statusReadAt: { lt: readAt } }] },
      data: { status, statusReadAt: readAt, listedAt: readAt },
    })
  }
}

/** Which of these ICCIDs are eSIMs of ours, and of which network order and line. */
export async function findEsimOwners(iccids: string[]) {
  const esims = await db().esim.findMany({
    where: { iccid: { in: iccids } },
    select: {
      id: true,
      iccid: true,
      orderNum: true,
      itemId: true,
      item: { select: { orderId: true, order: { select: { number: true } } } },
    },
  })

  return new Map(esims.map((esim) => [esim.iccid, esim]))
}

/** The lines that were ordered under these references. */
export async function findItemsByRef(itemRefs: string[]) {
  const items = await db().orderItem.findMany({
    where: { itemRef: { in: itemRefs } },
    select: { id: true, itemRef: true, state: true, orderId: true, order: { select: { number: true } } },
  })

  return new Map(items.map((item) => [item.itemRef, item]))
}

/** Lines of the same product and number that wait for a person or for an answer: where an unclaimed order may belong. */
export async function listLikelyItems(input: { skuId: number; count: number }) {
  return db().orderItem.findMany({
    where: { state: { in: ['HELD', 'UNKNOWN'] }, quote: { skuId: input.skuId, count: input.count } },
    orderBy: { createdAt: 'desc' },
    take: 5,
    select: { id: true, orderId: true, state: true, createdAt: true, order: { select: { number: true } } },
  })
}

async function toOurOrders(rows: Row[], { dayPassCost }: Question): Promise<OurOrder[]> {
  const cancellations = await db().cancelAttempt.findMany({
    where: { orderNum: { in: rows.map((row) => row.orderNum) } },
    select: { orderNum: true, state: true, _count: { select: { items: true } } },
  })
  const byOrder = Map.groupBy(cancellations, ({ orderNum }) => orderNum)

  return rows.map((row) => {
    const { item, esims, cost } = row
    const { quote, order } = item
    const text = (minor: number) => toMainUnits(minor, order.currency)
    const days = dayPassCost === 'per-day' ? (quote.days ?? 1) : 1
    const inputs = byOrder.get(row.orderNum) ?? []
    const destination = quote.plan.destination

    return {
      orderNum: row.orderNum,
      orderId: order.id,
      orderNumber: order.number,
      itemId: row.itemId,
      itemRef: item.itemRef,
      itemState: item.state as ItemState,
      plan: `${destination.ownName ?? destination.providerName} ${quote.plan.amountValue} ${quote.plan.amountUnit}`,
      count: quote.count,
      isRenewal: row.isRenewal,
      expectedCost: totalCost(decimal(quote.cost.toFixed()), days, quote.count),
      recordedCost: cost === null ? null : decimal(cost.toFixed()),
      costCurrency: row.costCurrency,
      currency: order.currency,
      cards: esims.map((esim) => ({
        iccid: esim.iccid,
        isGone: GONE.includes(esim.cancelState),
        share: text(esim.priceShareMinor),
      })),
      price: text(item.priceMinor),
      isCancelOpen: inputs.some(({ state }) => OPEN_CANCELLATIONS.includes(state)),
      isCancelProven: inputs.some(({ state, _count }) => state === 'CONFIRMED' && _count.items === 0),
      createdAt: row.createdAt,
    }
  })
}

/** Minor units as exact text in main units. */
export function toMainUnits(minor: number, currency: string): Decimal {
  return decimal(toDecimalText(money(minor, currencyCodeSchema.parse(currency))))
}

/** Where the items of an order stand. */
export async function findItemStates(orderId: string): Promise<ItemState[]> {
  const items = await db().orderItem.findMany({ where: { orderId }, select: { state: true } })

  return items.map(({ state }) => state as ItemState)
}

/** The plan that a line was sold as, `null` when there is no such line. */
export async function findPlanOfItem(itemId: string): Promise<string | null> {
  const item = await db().orderItem.findUnique({
    where: { id: itemId },
    select: { quote: { select: { planId: true } } },
  })

  return item?.quote.planId ?? null
}

const PAYMENT_COLUMNS = {
  id: true,
  orderId: true,
  provider: true,
  objectId: true,
  sessionId: true,
  state: true,
  reason: true,
  currency: true,
  amountMinor: true,
  capturedMinor: true,
  refundedMinor: true,
  nextActionAt: true,
  leaseUntil: true,
  createdAt: true,
  order: { select: { number: true, items: { select: { state: true } } } },
  refunds: { where: { state: { not: 'REFUSED' } }, select: { key: true, amountMinor: true } },
} as const satisfies Prisma.PaymentSelect

type PaymentColumns = Prisma.PaymentGetPayload<{ select: typeof PAYMENT_COLUMNS }>

/** The payments of ours that were begun with a provider in a window, oldest first, behind one that was read. */
export async function listOurPayments(
  provider: string,
  { from, until, behind, limit }: { from: Date; until: Date; behind: OurPayment | null; limit: number },
): Promise<OurPayment[]> {
  const rows = await db().payment.findMany({
    where: { provider, createdAt: { gte: from, lt: until } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    ...(behind && { cursor: { id: behind.id }, skip: 1 }),
    take: limit,
    select: PAYMENT_COLUMNS,
  })

  return rows.map(toOurPayment)
}

/** The payments of ours that these objects of a provider are, by object, session or our own id. */
export async function findOurPayments(
  provider: string,
  objects: { id: string | null; sessionId: string | null; paymentId: string | null }[],
): Promise<OurPayment[]> {
  const ids = (key: 'id' | 'sessionId' | 'paymentId') => objects.flatMap((object) => object[key] ?? [])
  const rows = await db().payment.findMany({
    where: {
      provider,
      OR: [{ objectId: { in: ids('id') } }, { sessionId: { in: ids('sessionId') } }, { id: { in: ids('paymentId') } }],
    },
    select: PAYMENT_COLUMNS,
  })

  return rows.map(toOurPayment)
}

/** One payment of ours, `null` when there is none. */
export async function readOurPayment(id: string): Promise<OurPayment | null> {
  const row = await db().payment.findUnique({ where: { id }, select: PAYMENT_COLUMNS })

  return row && toOurPayment(row)
}

function toOurPayment(row: PaymentColumns): OurPayment {
  const { order, refunds, nextActionAt, leaseUntil, ...payment } = row
  const sum = (some: typeof refunds) => some.reduce((minor, { amountMinor }) => minor + amountMinor, 0)
  // What went back on other ways stands in our books alone: the provider is not asked about it.
  const elsewhere = refunds.filter(isElsewhere)

  return {
    ...payment,
    orderNumber: order.number,
    refundedMinor: payment.refundedMinor - sum(elsewhere),
    plannedMinor: sum(refunds) - sum(elsewhere),
    items: order.items.map(({ state }) => state as ItemState),
    isDue: nextActionAt !== null || (leaseUntil !== null && leaseUntil > new Date()),
  }
}

/** Cards of an order that the network has taken back, or lost, without our asking. */
export type ForeignCancellation = {
  orderNum: string
  itemId: string
  esims: { id: string; iccid: string }[]
  status: number | null
  reason: string
  requestedBy: string
}

/**
 * Writes down as a return that is proven already what happened at the network without us. `null` when one of the eSIMs
 * is on its way back by a request of ours. Needs the locks of payment, lines and order.
 */
export async function addForeignCancellation(input: ForeignCancellation, tx: Tx): Promise<CancelRow | null> {
  const { orderNum, itemId, esims, reason, requestedBy, status } = input
  const { count } = await tx.esim.updateMany({
    where: { id: { in: esims.map(({ id }) => id) }, cancelState: { in: ['NONE', 'REFUSED'] } },
    data: { cancelState: 'ASKED' },
  })
  if (count !== esims.length) return null
  const now = new Date()
  const items = esims.map(({ id, iccid }) => ({ esimId: id, iccid }))
  const row = {
    id: newId('can'),
    orderNum,
    itemId,
    state: 'CONFIRMED',
    reason,
    requestedBy,
    answer: { iccids: esims.map(({ iccid }) => iccid) },
    outcome: { status, class: 'FOREIGN' },
    looks: 0,
    askedAt: now,
    sentAt: null,
  } as const
  const { items: _, ...data } = { ...row, items }
  await tx.cancelAttempt.create({
    data: { ...data, answer: { ...row.answer }, endedAt: now, items: { create: items } },
    select: { id: true },
  })

  return { ...row, items }
}

/** The eSIMs of an order of ours that did not go back, with what stands about the item they are of. */
export async function readCancellableOrder(orderNum: string, tx: Tx) {
  return tx.providerOrder.findUnique({
    where: { orderNum },
    select: {
      orderNum: true,
      itemId: true,
      cost: true,
      costCurrency: true,
      item: { select: { state: true, orderId: true, priceMinor: true } },
      esims: {
        where: { cancelState: { notIn: ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK'] } },
        orderBy: { position: 'asc' },
        select: { id: true, iccid: true, cancelState: true, itemId: true, priceShareMinor: true },
      },
    },
  })
}

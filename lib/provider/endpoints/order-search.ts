import { z } from 'zod'
import { type CalendarDate, calendarDateSchema } from '#lib/core/rules/calendar-date.ts'
import { formatDateRange, parseProviderInstant } from '#lib/provider/dates.ts'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import { cardPlanListWire, toEsimKind, toEsimPlan, toTopUpRight } from '#lib/provider/endpoints/esim-plan-wire.ts'
import { orderNumWire, toTopUpFlag } from '#lib/provider/endpoints/order-wire.ts'
import { iccidSchema, toSkuId } from '#lib/provider/rules/provider-ids.ts'
import type { LegacyOrderRow, ProviderOrderPage, ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { exact, flag, integer, listPayload, objectPayload, part, text } from '#lib/provider/wire.ts'

const dates = z.object({ from: calendarDateSchema, to: calendarDateSchema })
const reference = z.string().min(1)

const orderNum = orderNumWire.nullable().catch(null)

const rowWire = z.object({
  orderNum,
  skuId: integer,
  skuName: text,
  count: integer,
  createTime: text,
  status: integer,
  totle: exact,
  cardType: integer,
  flowType: integer,
  renew: integer,
  pflag: flag,
  packageList: cardPlanListWire,
})

const legacyRowWire = z.object({
  id: text,
  orderid: orderNum,
  num: integer,
  price: exact,
  totle: exact,
  subTime: text,
  status: integer,
  flowType: integer,
  pflag: flag,
  renew: integer,
  outerOrderId: text,
  outerOrderid: text,
  outerItemId: text,
  outerItemid: text,
})

/**
 * One page of orders, of profiles and plastic. Without any filter the provider looks back three months.
 *
 * A hit by reference proves nothing by itself: the rows do not echo it, and an ignored filter gives other orders.
 * Ranges are days in GMT+8; whether their ends belong to them is not known. Spec: "GET /api_esim/queryEsimOrder".
 */
export const searchOrders = defineEndpoint({
  name: 'searchOrders',
  method: 'GET',
  path: '/api_esim/queryEsimOrder',
  effect: 'read',
  params: z
    .object({
      orderNum: z.string().min(1).nullish(),
      iccid: iccidSchema.nullish(),
      outerOrderId: reference.nullish(),
      outerItemId: reference.nullish(),
      created: dates.nullish(),
      begins: dates.nullish(),
      ends: dates.nullish(),
      status: z.int().nullish(),
      planName: z.string().min(1).nullish(),
      esimKind: z.enum(['esim', 'physical']).nullish(),
      orderMode: z.union([z.literal(0), z.literal(1), z.literal(2)]).nullish(),
      pageNo: z.int().min(1).nullish(),
      pageSize: z.int().min(1).nullish(),
    })
    .transform(({ created, begins, ends, planName, esimKind, ...params }) => ({
      ...params,
      subTime: toRange(created),
      sTime: toRange(begins),
      eTime: toRange(ends),
      packetName: planName,
      cardType: toCardType(esimKind),
    })),
  data: objectPayload({ total: integer, page: integer, rows: listPayload(part(rowWire)) }),
  toResult: (wire): ProviderOrderPage<ProviderOrderRow> => toPage(wire, toOrderRow),
})

/**
 * The newest page of profile orders in a range of days (GMT+8), with our references echoed. There is no second page.
 *
 * Spec: "GET /api_esim/queryOrder".
 */
export const searchOrdersLegacy = defineEndpoint({
  name: 'searchOrdersLegacy',
  method: 'GET',
  path: '/api_esim/queryOrder',
  effect: 'read',
  params: z
    .object({
      created: dates,
      outerOrderId: reference.nullish(),
      outerItemId: reference.nullish(),
      pageSize: z.int().min(1).nullish(),
    })
    .transform(({ created, ...params }) => ({ ...params, startDate: created.from, endDate: created.to })),
  data: objectPayload({ total: integer, page: integer, rows: listPayload(part(legacyRowWire)) }),
  toResult: (wire): ProviderOrderPage<LegacyOrderRow> => toPage(wire, toLegacyRow),
})

function toPage<Wire, Row>(
  { total, page, rows }: { total: number | null; page: number | null; rows: Wire[] },
  toRow: (wire: Wire) => Row | null,
): ProviderOrderPage<Row> {
  const read = rows.map(toRow).filter((row) => row !== null)

  return { total, page, rows: read, unreadable: rows.length - read.length }
}

function toOrderRow(wire: z.output<typeof rowWire>): ProviderOrderRow | null {
  if (wire.orderNum === null) return null

  return {
    orderNum: wire.orderNum,
    skuId: toSkuId(wire.skuId),
    skuName: wire.skuName,
    count: wire.count,
    createdAt: parseProviderInstant(wire.createTime),
    status: wire.status,
    total: wire.totle,
    esimKind: toEsimKind(wire.cardType),
    canTopUp: toTopUpRight(wire.flowType),
    isTopUp: toTopUpFlag(wire.renew),
    isMainOrder: wire.pflag,
    plans: wire.packageList.map(toEsimPlan),
  }
}

function toLegacyRow(wire: z.output<typeof legacyRowWire>): LegacyOrderRow | null {
  if (wire.orderid === null) return null

  return {
    id: wire.id,
    orderNum: wire.orderid,
    count: wire.num,
    unitPrice: wire.price,
    total: wire.totle,
    createdAt: parseProviderInstant(wire.subTime),
    status: wire.status,
    canTopUp: toTopUpRight(wire.flowType),
    isTopUp: toTopUpFlag(wire.renew),
    isMainOrder: wire.pflag,
    itemRef: wire.outerOrderId ?? wire.outerOrderid,
    attemptRef: wire.outerItemId ?? wire.outerItemid,
  }
}

function toRange(range: { from: CalendarDate; to: CalendarDate } | null | undefined): string | null {
  return range ? formatDateRange(range) : null
}

function toCardType(kind: 'esim' | 'physical' | null | undefined): number | null {
  if (!kind) return null

  return kind === 'esim' ? 0 : 1
}

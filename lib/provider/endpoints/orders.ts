import { z } from 'zod'
import { type CalendarDate, calendarDateSchema } from '#lib/core/rules/field-schemas.ts'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import { cardPlanListWire, toEsimPlan } from '#lib/provider/endpoints/plan-wire.ts'
import { iccidSchema, priceIdSchema, skuIdSchema, toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'
import type {
  LegacyOrderRow,
  ProviderEsim,
  ProviderOrder,
  ProviderOrderPage,
  ProviderOrderRow,
} from '#lib/provider/rules/provider-order.ts'
import {
  exact,
  flag,
  formatDateRange,
  integer,
  list,
  listPayload,
  objectPayload,
  parseProviderDate,
  parseProviderInstant,
  part,
  rawText,
  text,
} from '#lib/provider/wire.ts'

/** An order number is opaque, but a word such as "success" is none: one digit at least, and no blank. */
const orderNumWire = z
  .string()
  .trim()
  .regex(/^(?=.*\d)[\x21-\x7e]{1,64}$/)

const cardWire = z.object({
  iccid: text,
  code: rawText,
  sm_dp_address: rawText,
  activationCode: rawText,
  activateBefore: text,
})

const orderObjectWire = z.object({
  orderNum: orderNumWire,
  display: text,
  count: integer,
  price: exact,
  status: integer,
  renewal: flag,
  renew: integer,
  mainOrderNum: text,
  priceId: integer,
  // The reference has one spelling in requests, another in orders, and a third in the legacy list.
  otherOrderId: text,
  outerOrderid: text,
  outerOrderId: text,
  cardApiDtoList: list(cardWire),
})

/** An order with details, or its bare number. Only the number is required: a paid order is never lost to an odd field. */
export const orderWire = z.union([
  orderNumWire.transform((orderNum) => orderObjectWire.parse({ orderNum })),
  orderObjectWire,
])

/** Returns the order; what the answer does not say is `null`. */
export function toOrder(wire: z.output<typeof orderWire>): ProviderOrder {
  return {
    orderNum: wire.orderNum,
    skuName: wire.display,
    count: wire.count,
    total: wire.price,
    status: wire.status,
    isTopUp: wire.renewal ?? toTopUpFlag(wire.renew),
    mainOrderNum: wire.mainOrderNum,
    priceId: toPriceId(wire.priceId),
    itemRef: wire.otherOrderId ?? wire.outerOrderid ?? wire.outerOrderId,
    esims: wire.cardApiDtoList.map(toEsim),
  }
}

/** Returns whether a `renew` number of an order stands for a top-up; `null` for numbers without a meaning. */
function toTopUpFlag(renew: number | null): boolean | null {
  if (renew === 0) return false

  return renew === 1 ? true : null
}

function toEsim(wire: z.output<typeof cardWire>): ProviderEsim {
  return {
    iccid: wire.iccid,
    // False friends: their `code` is the activation code, their `activationCode` only the token inside it.
    activationCode: wire.code,
    matchingId: wire.activationCode,
    smdpAddress: wire.sm_dp_address,
    activateBefore: parseProviderDate(wire.activateBefore),
  }
}

const dates = z.object({ from: calendarDateSchema, to: calendarDateSchema })
const reference = z.string().min(1)

const foundOrderNum = orderNumWire.nullable().catch(null)

const rowWire = z.object({
  orderNum: foundOrderNum,
  skuId: integer,
  skuName: text,
  count: integer,
  createTime: text,
  status: integer,
  totle: exact,
  renew: integer,
  packageList: cardPlanListWire,
})

const legacyRowWire = z.object({ orderid: foundOrderNum, outerOrderId: text, outerOrderid: text })

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
    isTopUp: toTopUpFlag(wire.renew),
    plans: wire.packageList.map(toEsimPlan),
  }
}

function toLegacyRow(wire: z.output<typeof legacyRowWire>): LegacyOrderRow | null {
  return wire.orderid === null ? null : { orderNum: wire.orderid, itemRef: wire.outerOrderId ?? wire.outerOrderid }
}

function toRange(range: { from: CalendarDate; to: CalendarDate } | null | undefined): string | null {
  return range ? formatDateRange(range) : null
}

function toCardType(kind: 'esim' | 'physical' | null | undefined): number | null {
  if (!kind) return null

  return kind === 'esim' ? 0 : 1
}

const orderNum = z.string().min(1)

/**
 * Buys eSIMs. Whatever is thrown goes through `classifyPlacement`: an error does not mean that nothing was bought.
 *
 * `otherOrderId` and `otherItemId` are our line's and attempt's references, `beginDate` comes from `formatStartDate`.
 * Those three and `daypassDays` are not in the spec: capability settings order.*. Spec: "POST /api_esim/addEsimOrder".
 */
export const placeOrder = defineEndpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/api_esim/addEsimOrder',
  effect: 'once',
  params: z
    .object({
      skuId: skuIdSchema,
      priceId: priceIdSchema,
      count: z.int().min(1),
      daypassDays: z.int().min(1).nullish(),
      beginDate: z.string().nullish(),
      otherOrderId: z.string().nullish(),
      otherItemId: z.string().nullish(),
    })
    .transform((params) => ({ ...params, backInfo: 1 })),
  data: orderWire,
  toResult: toOrder,
})

/**
 * The details of an order, ending the right to cancel it for ever.
 *
 * For one confirmed act of an administrator only. No page, job or retry calls it. Spec: "GET /api_esim/getOrderInfo".
 */
export const fetchOrderAndForfeitCancellation = defineEndpoint({
  name: 'fetchOrderAndForfeitCancellation',
  method: 'GET',
  path: '/api_esim/getOrderInfo',
  effect: 'once',
  params: z.object({ orderNum }),
  data: orderWire,
  toResult: toOrder,
})

/**
 * The details of an order, activation data included. Codes 4 and 99 mean "not yet".
 *
 * Spec: "GET /api_esim/reDownOrderPDF".
 */
export const redownloadOrder = defineEndpoint({
  name: 'redownloadOrder',
  method: 'GET',
  path: '/api_esim/reDownOrderPDF',
  effect: 'read',
  params: z.object({ orderNum }).transform((params) => ({ ...params, backInfo: 1 })),
  data: orderWire,
  toResult: toOrder,
})

/**
 * Asks to give eSIMs of an order back; moves no money, and success carries no data: read the order back.
 *
 * Errors go through `classifyCancellation`. `remark` is never sent: free text breaks signatures of other clients.
 * Spec: "POST /api_esim/refundOrder".
 */
export const cancelCards = defineEndpoint({
  name: 'cancelCards',
  method: 'POST',
  path: '/api_esim/refundOrder',
  effect: 'once',
  params: z
    .object({ orderNum, iccids: z.array(iccidSchema).min(1) })
    .transform((params) => ({ orderNum: params.orderNum, iccids: params.iccids.join(',') })),
  data: z.unknown().optional(),
  toResult: (): { isAsked: true } => ({ isAsked: true }),
})

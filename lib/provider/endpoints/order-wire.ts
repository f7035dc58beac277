import { z } from 'zod'
import { parseProviderDate, parseProviderInstant } from '#lib/provider/dates.ts'
import { toPriceId } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderEsim, ProviderOrder } from '#lib/provider/rules/provider-order.ts'
import { exact, flag, integer, list, measure, rawText, text } from '#lib/provider/wire.ts'

/** An order number is opaque, but a word such as "success" is none: one digit at least, and no blank. */
export const orderNumWire = z
  .string()
  .trim()
  .regex(/^(?=.*\d)[\x21-\x7e]{1,64}$/)

const cardWire = z.object({
  iccid: text,
  code: rawText,
  sm_dp_address: rawText,
  activationCode: rawText,
  data: text,
  validity: integer,
  mobileNumber: text,
  activateBefore: text,
  usedMB: measure,
  usedMb: measure,
  dpStatus: text,
  eid: text,
  apn: text,
})

const orderObjectWire = z.object({
  orderNum: orderNumWire,
  display: text,
  purchaseDate: text,
  count: integer,
  price: exact,
  status: integer,
  renewal: flag,
  renew: integer,
  mainOrderNum: text,
  priceId: integer,
  renewOrderNum: list(orderNumWire),
  // The reference has one spelling in requests, another in orders, and a third in the legacy list.
  otherOrderId: text,
  outerOrderid: text,
  outerOrderId: text,
  otherItemId: text,
  outerItemid: text,
  outerItemId: text,
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
    purchasedAt: parseProviderInstant(wire.purchaseDate),
    purchasedOn: parseProviderDate(wire.purchaseDate),
    count: wire.count,
    total: wire.price,
    status: wire.status,
    isTopUp: wire.renewal ?? toTopUpFlag(wire.renew),
    mainOrderNum: wire.mainOrderNum,
    topUpOrderNums: wire.renewOrderNum,
    priceId: toPriceId(wire.priceId),
    itemRef: wire.otherOrderId ?? wire.outerOrderid ?? wire.outerOrderId,
    attemptRef: wire.otherItemId ?? wire.outerItemid ?? wire.outerItemId,
    esims: wire.cardApiDtoList.map(toEsim),
  }
}

/** Returns whether a `renew` number of an order stands for a top-up; `null` for numbers without a meaning. */
export function toTopUpFlag(renew: number | null): boolean | null {
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
    dataText: wire.data,
    validityDays: wire.validity,
    phoneNumber: wire.mobileNumber,
    activateBefore: parseProviderDate(wire.activateBefore),
    usedMb: wire.usedMB ?? wire.usedMb,
    profileStatus: wire.dpStatus,
    eid: wire.eid,
    apn: wire.apn,
  }
}

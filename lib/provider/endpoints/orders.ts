import { z } from 'zod'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import { orderWire, toOrder } from '#lib/provider/endpoints/order-wire.ts'
import { iccidSchema, priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'

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

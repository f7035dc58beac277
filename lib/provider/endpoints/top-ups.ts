import { z } from 'zod'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import { orderWire, toOrder } from '#lib/provider/endpoints/orders.ts'
import { iccidSchema, priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'

const target = {
  iccid: iccidSchema.nullish(),
  orderNum: z.string().min(1).nullish(),
  otherOrderId: z.string().nullish(),
  otherItemId: z.string().nullish(),
}

const TARGET_RULE = { message: 'Exactly one of iccid and orderNum names the card.', path: ['iccid'] }

function hasOneTarget(params: { iccid?: string | null | undefined; orderNum?: string | null | undefined }): boolean {
  return (params.iccid == null) !== (params.orderNum == null)
}

/**
 * Adds a plan to an eSIM that already exists; the way for a DayPass and for plans without a code.
 *
 * Whatever is thrown goes through `classifyPlacement`. Spec: "POST /api_esim/renewCard".
 */
export const topUp = defineEndpoint({
  name: 'topUp',
  method: 'POST',
  path: '/api_esim/renewCard',
  effect: 'once',
  params: z
    .object({ ...target, skuId: skuIdSchema, priceId: priceIdSchema, daypassDays: z.int().min(1).nullish() })
    .refine(hasOneTarget, TARGET_RULE)
    .transform((params) => ({ ...params, backInfo: 1 })),
  data: orderWire,
  toResult: toOrder,
})

/**
 * Adds a plan, named by its code, to an eSIM that already exists.
 *
 * Whatever is thrown goes through `classifyPlacement`. Spec: "POST /api_esim/renewCardByApiCode".
 */
export const topUpByPlanCode = defineEndpoint({
  name: 'topUpByPlanCode',
  method: 'POST',
  path: '/api_esim/renewCardByApiCode',
  effect: 'once',
  params: z
    .object({ ...target, planCode: z.string().min(1) })
    .refine(hasOneTarget, TARGET_RULE)
    .transform(({ planCode, ...params }) => ({ ...params, apiCode: planCode, backInfo: 1 })),
  data: orderWire,
  toResult: toOrder,
})

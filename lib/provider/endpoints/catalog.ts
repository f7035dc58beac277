import { z } from 'zod'
import type { Partner, StockAnswer } from '#lib/catalog/rules/plan.ts'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import {
  groupedSkuListWire,
  planListWire,
  requiredSkuListWire,
  toGroupedSkus,
  toPlanList,
  toSkus,
} from '#lib/provider/endpoints/plan-wire.ts'
import {
  iccidSchema,
  partnerIdSchema,
  priceIdSchema,
  skuIdSchema,
  toPartnerId,
} from '#lib/provider/rules/provider-ids.ts'
import { integer, requiredList, text } from '#lib/provider/wire.ts'

/**
 * Every product that the account may sell.
 *
 * An answer without a list is a `bad_response`: read as empty, it would take the whole catalogue down.
 * Spec: "GET /api_esim/getSkus".
 */
export const listSkus = defineEndpoint({
  name: 'listSkus',
  method: 'GET',
  path: '/api_esim/getSkus',
  effect: 'read',
  params: z.object({}),
  data: requiredSkuListWire,
  toResult: toSkus,
})

/**
 * Every plan sold under one product, in the order in which they come; `plans` is `[]` when there is none.
 *
 * `cost` is exact and has no currency: the API names none. Spec: "GET /api_esim/getPackages", "Package (plan)".
 */
export const listPlans = defineEndpoint({
  name: 'listPlans',
  method: 'GET',
  path: '/api_esim/getPackages',
  effect: 'read',
  params: z.object({ skuId: skuIdSchema }),
  data: planListWire,
  toResult: (wire, { skuId }) => toPlanList(wire, skuId),
})

/** The products an eSIM can be topped up with, `[]` when there is none, never for no list. Spec: "GET /api_esim/getIccidSupportSku". */
export const listCardSkus = defineEndpoint({
  name: 'listCardSkus',
  method: 'GET',
  path: '/api_esim/getIccidSupportSku',
  effect: 'read',
  params: z.object({ iccid: iccidSchema }),
  data: requiredSkuListWire,
  toResult: toSkus,
})

/** The plans that an eSIM can still take. Spec: "GET /api_esim/getIccidSupportPackageInfo". */
export const listTopUpPlans = defineEndpoint({
  name: 'listTopUpPlans',
  method: 'GET',
  path: '/api_esim/getIccidSupportPackageInfo',
  effect: 'read',
  params: z.object({ iccid: iccidSchema }),
  data: planListWire,
  toResult: (wire) => toPlanList(wire, null),
})

/**
 * Whether a number of eSIMs can be had now. It reserves nothing; everything but 1 and 0 is `unknown`.
 *
 * Spec: "GET /api_esim/verifyResource", which spells its parameters in lower case.
 */
export const checkStock = defineEndpoint({
  name: 'checkStock',
  method: 'GET',
  path: '/api_esim/verifyResource',
  effect: 'read',
  params: z
    .object({ skuId: skuIdSchema, priceId: priceIdSchema, count: z.int().min(1) })
    .transform(({ skuId, priceId, count }) => ({ skuid: skuId, priceid: priceId, count })),
  data: integer,
  toResult: (wire): StockAnswer => {
    if (wire === 1) return 'available'

    return wire === 0 ? 'sold_out' : 'unknown'
  },
})

const partnerParams = z.object({ partnerId: partnerIdSchema }).transform(({ partnerId }) => ({ dpId: partnerId }))

/**
 * The distribution partners of physical eSIMs, `[]` when there is none. An answer without a list is a `bad_response`: read
 * as empty, it would take all of them off the pages. Spec: "GET /api_esim/getPhysicalSIMDpInfo".
 */
export const listPartners = defineEndpoint({
  name: 'listPartners',
  method: 'GET',
  path: '/api_esim/getPhysicalSIMDpInfo',
  effect: 'read',
  params: z.object({}),
  data: requiredList(z.object({ id: integer, realName: text, iconUrl: text })),
  toResult: (wires): Partner[] =>
    wires.flatMap(({ id, realName, iconUrl }) => {
      const partnerId = toPartnerId(id)

      return partnerId === null ? [] : [{ partnerId, name: realName, iconUrl }]
    }),
})

/** The products of one partner; no list is a `bad_response` here too. Spec: "GET /api_esim/getDpSupportSkuInfo". */
export const listPartnerSkus = defineEndpoint({
  name: 'listPartnerSkus',
  method: 'GET',
  path: '/api_esim/getDpSupportSkuInfo',
  effect: 'read',
  params: partnerParams,
  data: requiredSkuListWire,
  toResult: toSkus,
})

/** The products of one partner with their continents. Spec: "GET /api_esim/getDpSupportSkuInfoByGroup". */
export const listPartnerSkusByContinent = defineEndpoint({
  name: 'listPartnerSkusByContinent',
  method: 'GET',
  path: '/api_esim/getDpSupportSkuInfoByGroup',
  effect: 'read',
  params: partnerParams,
  data: groupedSkuListWire,
  toResult: toGroupedSkus,
})

/** The plans of one partner. Spec: "GET /api_esim/getDpSupportPackageInfo". */
export const listPartnerPlans = defineEndpoint({
  name: 'listPartnerPlans',
  method: 'GET',
  path: '/api_esim/getDpSupportPackageInfo',
  effect: 'read',
  params: partnerParams,
  data: planListWire,
  toResult: (wire) => toPlanList(wire, null),
})

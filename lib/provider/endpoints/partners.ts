import { z } from 'zod'
import type { Partner } from '#lib/catalog/rules/plan.ts'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import {
  groupedSkuListWire,
  planListWire,
  skuListWire,
  toGroupedSkus,
  toPlanList,
  toSkus,
} from '#lib/provider/endpoints/plan-wire.ts'
import { partnerIdSchema, toPartnerId } from '#lib/provider/rules/provider-ids.ts'
import { integer, listPayload, text } from '#lib/provider/wire.ts'

const partnerParams = z.object({ partnerId: partnerIdSchema }).transform(({ partnerId }) => ({ dpId: partnerId }))

/** The distribution partners of physical eSIMs, `[]` when there is none. Spec: "GET /api_esim/getPhysicalSIMDpInfo". */
export const listPartners = defineEndpoint({
  name: 'listPartners',
  method: 'GET',
  path: '/api_esim/getPhysicalSIMDpInfo',
  effect: 'read',
  params: z.object({}),
  data: listPayload(z.object({ id: integer, realName: text, iconUrl: text })),
  toResult: (wires): Partner[] =>
    wires.flatMap(({ id, realName, iconUrl }) => {
      const partnerId = toPartnerId(id)

      return partnerId === null ? [] : [{ partnerId, name: realName, iconUrl }]
    }),
})

/** The products of one partner. Spec: "GET /api_esim/getDpSupportSkuInfo". */
export const listPartnerSkus = defineEndpoint({
  name: 'listPartnerSkus',
  method: 'GET',
  path: '/api_esim/getDpSupportSkuInfo',
  effect: 'read',
  params: partnerParams,
  data: skuListWire,
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

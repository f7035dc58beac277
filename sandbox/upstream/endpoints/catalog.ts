import type { Sku } from '#sandbox/upstream/catalog/model.ts'
import {
  done,
  type Endpoint,
  NOT_FOUND,
  numberIn,
  PARAMS_MISSING,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { esimWrapper, groupedSkus, skuEntry } from '#sandbox/upstream/package-answer.ts'
import { leftOf, type World } from '#sandbox/upstream/world.ts'

const getSkus: Endpoint = {
  path: '/api_esim/getSkus',
  method: 'GET',
  access: 'session',
  required: [],
  success: '0',
  run: ({ world }) => done(esimSkus(world).map(skuEntry)),
}

const getSkuByGroup: Endpoint = {
  path: '/api_esim/getSkuByGroup',
  method: 'GET',
  access: 'session',
  required: [],
  success: '0',
  run: ({ world }) => done(groupedSkus(esimSkus(world))),
}

const getPackages: Endpoint = {
  path: '/api_esim/getPackages',
  method: 'GET',
  access: 'session',
  required: [],
  success: '0',
  run: ({ world, params }) => {
    const given = params.skuId ?? params.skuid
    if (!given) return PARAMS_MISSING
    const sku = world.offer.skus.get(numberIn(given) ?? -1)
    if (!sku || sku.dpId !== null) return NOT_FOUND

    return done(esimWrapper(sku, sku.plans))
  },
}

const verifyResource: Endpoint = {
  path: '/api_esim/verifyResource',
  method: 'GET',
  access: 'session',
  required: ['skuid', 'priceid', 'count'],
  success: 0,
  run: ({ world, params }) => {
    const count = numberIn(params.count)
    if (count === null || count < 1) return refused(-8, 'query failed')
    const offered = world.offer.plans.get(numberIn(params.priceid) ?? -1)
    if (!offered || offered.sku.skuid !== numberIn(params.skuid)) return NOT_FOUND

    return done(leftOf(world, offered.plan.priceid) >= count ? 1 : 0)
  },
}

export const catalogEndpoints = [getSkus, getSkuByGroup, getPackages, verifyResource]

function esimSkus(world: World): Sku[] {
  return [...world.offer.skus.values()].filter((sku) => sku.dpId === null)
}

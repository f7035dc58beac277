import type { Sku } from '#sandbox/upstream/catalog/model.ts'
import {
  type Call,
  done,
  type Endpoint,
  NOT_FOUND,
  numberIn,
  type Outcome,
  PARAMS_MISSING,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { groupedSkus, partnerWrapper, skuEntry } from '#sandbox/upstream/package-answer.ts'

const getPhysicalSIMDpInfo: Endpoint = {
  ...partnerEndpoint('getPhysicalSIMDpInfo'),
  run: ({ world }) => done(world.offer.partners),
}

const getDpSupportSkuInfo: Endpoint = {
  ...partnerEndpoint('getDpSupportSkuInfo'),
  run: (call) => withPartnerSkus(call, (skus) => done(skus.map(skuEntry))),
}

const getDpSupportSkuInfoByGroup: Endpoint = {
  ...partnerEndpoint('getDpSupportSkuInfoByGroup'),
  run: (call) => withPartnerSkus(call, (skus) => done(groupedSkus(skus))),
}

/** The interface names no product here: without `skuId` the partner's first one is answered. */
const getDpSupportPackageInfo: Endpoint = {
  ...partnerEndpoint('getDpSupportPackageInfo'),
  run: (call) =>
    withPartnerSkus(call, (skus) => {
      const asked = numberIn(call.params.skuId)
      const sku = asked === null ? skus[0] : skus.find((candidate) => candidate.skuid === asked)

      return sku ? done(partnerWrapper(sku)) : NOT_FOUND
    }),
}

/** Not in the specification, and used by public clients: the plans of one product of a partner. */
const getDpSkuSupportPackageInfo: Endpoint = {
  ...partnerEndpoint('getDpSkuSupportPackageInfo'),
  run: (call) =>
    withPartnerSkus(call, (skus) => {
      const given = call.params.skuid ?? call.params.skuId
      if (!given) return PARAMS_MISSING
      const sku = skus.find((candidate) => candidate.skuid === numberIn(given))

      return sku ? done(partnerWrapper(sku)) : NOT_FOUND
    }),
}

export const partnerEndpoints = [
  getPhysicalSIMDpInfo,
  getDpSupportSkuInfo,
  getDpSupportSkuInfoByGroup,
  getDpSupportPackageInfo,
  getDpSkuSupportPackageInfo,
]

function partnerEndpoint(name: string): Omit<Endpoint, 'run'> {
  return { path: `/api_esim/${name}`, method: 'GET', access: 'session', required: [], success: '0' }
}

function withPartnerSkus({ world, params }: Call, answer: (skus: Sku[]) => Outcome): Outcome {
  if (!params.dpId) return refused(-10, 'dpId is not null')
  const dpId = numberIn(params.dpId)
  const skus = [...world.offer.skus.values()].filter((sku) => sku.dpId !== null && sku.dpId === dpId)

  return skus.length === 0 ? NOT_FOUND : answer(skus)
}

import type { Sku } from '#sandbox/upstream/catalog/model.ts'
import { DAY_MS, stamp, startOfDay } from '#sandbox/upstream/clock.ts'
import {
  type Call,
  done,
  type Endpoint,
  NOT_FOUND,
  numberIn,
  type Outcome,
  PARAMS_MISSING,
  refused,
  sessionCall,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { canRenew } from '#sandbox/upstream/esim-offer.ts'
import { type Esim, statusOf } from '#sandbox/upstream/ledger.ts'
import {
  fullOrder,
  isVisible,
  legacyRow,
  orderAnswer,
  orderFilter,
  orderRow,
  packageList,
  referenceFilter,
} from '#sandbox/upstream/order-answer.ts'
import { esimWrapper, groupedSkus, partnerWrapper, skuEntry } from '#sandbox/upstream/package-answer.ts'
import { leftOf, type World } from '#sandbox/upstream/world.ts'

const getSkus: Endpoint = {
  ...sessionCall('getSkus'),
  run: ({ world }) => done(esimSkus(world).map(skuEntry)),
}

const getPackages: Endpoint = {
  ...sessionCall('getPackages'),
  run: ({ world, params }) => {
    const given = params.skuId ?? params.skuid
    if (!given) return PARAMS_MISSING
    const sku = world.offer.skus.get(numberIn(given) ?? -1)
    if (!sku || sku.dpId !== null) return NOT_FOUND

    return done(esimWrapper(sku, sku.plans))
  },
}

const verifyResource: Endpoint = {
  ...sessionCall('verifyResource', { required: ['skuid', 'priceid', 'count'], success: 0 }),
  run: ({ world, params }) => {
    const count = numberIn(params.count)
    if (count === null || count < 1) return refused(-8, 'query failed')
    const offered = world.offer.plans.get(numberIn(params.priceid) ?? -1)
    if (!offered || offered.sku.skuid !== numberIn(params.skuid)) return NOT_FOUND

    return done(leftOf(world, offered.plan.priceid) >= count ? 1 : 0)
  },
}

export const catalogEndpoints = [getSkus, getPackages, verifyResource]

function esimSkus(world: World): Sku[] {
  return [...world.offer.skus.values()].filter((sku) => sku.dpId === null)
}

const getPhysicalSIMDpInfo: Endpoint = {
  ...sessionCall('getPhysicalSIMDpInfo'),
  run: ({ world }) => done(world.offer.partners),
}

const getDpSupportSkuInfo: Endpoint = {
  ...sessionCall('getDpSupportSkuInfo'),
  run: (call) => withPartnerSkus(call, (skus) => done(skus.map(skuEntry))),
}

const getDpSupportSkuInfoByGroup: Endpoint = {
  ...sessionCall('getDpSupportSkuInfoByGroup'),
  run: (call) => withPartnerSkus(call, (skus) => done(groupedSkus(skus))),
}

/** The interface names no product here: without `skuId` the partner's first one is answered. */
const getDpSupportPackageInfo: Endpoint = {
  ...sessionCall('getDpSupportPackageInfo'),
  run: (call) =>
    withPartnerSkus(call, (skus) => {
      const asked = numberIn(call.params.skuId)
      const sku = asked === null ? skus[0] : skus.find((candidate) => candidate.skuid === asked)

      return sku ? done(partnerWrapper(sku)) : NOT_FOUND
    }),
}

export const partnerEndpoints = [
  getPhysicalSIMDpInfo,
  getDpSupportSkuInfo,
  getDpSupportSkuInfoByGroup,
  getDpSupportPackageInfo,
]

function withPartnerSkus({ world, params }: Call, answer: (skus: Sku[]) => Outcome): Outcome {
  if (!params.dpId) return refused(-10, 'dpId is not null')
  const dpId = numberIn(params.dpId)
  const skus = [...world.offer.skus.values()].filter((sku) => sku.dpId !== null && sku.dpId === dpId)

  return skus.length === 0 ? NOT_FOUND : answer(skus)
}

const ESIM_LIFE_DAYS = 365

const COMPANY = { name: 'Sandbox Mobile', logoUrl: 'https://img.sandbox.example/logo.png', slogan: 'For practice only' }

/** Takes no token and no signature: whether the caller may ask is a switch of the account. */
export const getESIMDetail: Endpoint = {
  path: '/api_esim/getESIMDetail',
  method: 'GET',
  access: 'listed',
  required: ['iccid'],
  success: 1,
  run: (call) => {
    const { world, params } = call
    if (world.account.esimDetail === 'not-listed') return refused(400108, 'Access denied')
    if (world.account.esimDetail === 'not-enabled') return refused(400109, 'Access not supported')
    const esim = world.esims.get(params.iccid ?? '')
    const sku = esim && world.offer.skus.get(esim.skuId)

    return sku ? done(detailOf(call, esim, sku)) : NOT_FOUND
  },
}

function detailOf({ world, at }: Call, esim: Esim, sku: Sku): Record<string, unknown> {
  const orders = [...world.orders.values()].filter((order) => order.entries.some((entry) => entry.iccid === esim.iccid))

  return {
    esimInfo: {
      iccid: esim.iccid,
      number: esim.mobileNumber,
      createDate: stamp.day(esim.createdAt),
      expireDate: stamp.day(esim.createdAt + ESIM_LIFE_DAYS * DAY_MS),
      supportRenew: canRenew(world, esim),
      eid: esim.eid,
      dpStatus: esim.dpStatus,
    },
    supportNetwork: networksByCountry(sku),
    esimPackets: orders.map((order) => ({
      orderNum: order.orderNum,
      skuName: order.skuName,
      type: order.supportDaypass === 0 ? 0 : 1,
      status: statusOf(order, at),
      createTime: stamp.withTenths(order.createdAt),
      packageList: packageList(order, at, world.account).filter((entry) => entry.iccid === esim.iccid),
    })),
    company: COMPANY,
    supportCountryGroup: countriesByContinent(sku),
  }
}

function networksByCountry(sku: Sku): Record<string, unknown[]> {
  return Object.fromEntries(
    sku.members.map(({ country, name }) => [
      name,
      country.networks.map(({ type, operator }) => ({ countryCode: Number(country.code), type, operator, name })),
    ]),
  )
}

function countriesByContinent(sku: Sku): { continent: string; countryNames: string[] }[] {
  const groups = Map.groupBy(sku.members, (member) => member.country.continent)

  return [...groups].map(([continent, members]) => ({ continent, countryNames: members.map((member) => member.name) }))
}

/** Reading an order here ends the right to cancel it. */
const getOrderInfo: Endpoint = {
  ...sessionCall('getOrderInfo', { required: ['orderNum'] }),
  run: ({ world, params, at }) => {
    const order = world.orders.get(params.orderNum ?? '')
    if (!order) return NOT_FOUND
    order.lockedAt ??= at
    world.journal.append({ kind: 'order', value: order })

    return done(fullOrder(world, order))
  },
}

const reDownOrderPDF: Endpoint = {
  ...sessionCall('reDownOrderPDF', { required: ['orderNum'] }),
  run: ({ world, params, at }) => {
    const order = world.orders.get(params.orderNum ?? '')
    if (!order) return NOT_FOUND
    if (statusOf(order, at) !== 0) return refused(4, 'order status error')

    return done(orderAnswer(world, order, params.backInfo))
  },
}

export const orderDetailEndpoints = [getOrderInfo, reDownOrderPDF]

const QUERY_FAILED = refused(-8, 'query failed')

const queryEsimOrder: Endpoint = {
  ...sessionCall('queryEsimOrder'),
  run: ({ world, params, at }) => {
    const pageNo = numberIn(params.pageNo ?? '1')
    const asked = numberIn(params.pageSize ?? '30')
    const pageSize = Math.min(asked ?? 0, world.account.maxPageSize ?? Number.POSITIVE_INFINITY)
    const test = orderFilter(world, params)
    if (!test || !pageNo || !asked) return QUERY_FAILED
    const found = [...world.orders.values()].filter(test).reverse()
    if (found.length === 0 && world.account.emptySearch === '3') return NOT_FOUND
    const rows = found.slice((pageNo - 1) * pageSize, pageNo * pageSize)

    return done({ total: found.length, page: pageNo, rows: rows.map((order) => orderRow(order, at, world.account)) })
  },
}

const queryOrder: Endpoint = {
  ...sessionCall('queryOrder', { required: ['startDate', 'endDate'] }),
  run: ({ world, params, at }) => {
    const from = dayIn(params.startDate)
    const to = dayIn(params.endDate)
    const pageSize = numberIn(params.pageSize ?? '10')
    if (from === null || to === null || !pageSize) return QUERY_FAILED
    const isReferenced = referenceFilter(world, params)
    const found = [...world.orders.values()]
      .filter((order) => order.cardType === 0 && isVisible(order, at))
      .filter((order) => order.createdAt >= from && order.createdAt < to + DAY_MS && isReferenced(order))
      .reverse()
    if (found.length === 0 && world.account.emptySearch === '3') return NOT_FOUND

    return done({ total: found.length, page: 1, rows: found.slice(0, pageSize).map((order) => legacyRow(order, at)) })
  },
}

export const searchEndpoints = [queryEsimOrder, queryOrder]

/** `YYYY-MM-DD`. */
function dayIn(text = ''): number | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []

  return startOfDay(year, month, day)
}

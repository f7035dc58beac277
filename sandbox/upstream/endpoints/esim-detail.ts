import type { Sku } from '#sandbox/upstream/catalog/model.ts'
import { DAY_MS, stamp } from '#sandbox/upstream/clock.ts'
import { type Call, done, type Endpoint, NOT_FOUND, refused } from '#sandbox/upstream/endpoints/endpoint.ts'
import { canRenew } from '#sandbox/upstream/esim-offer.ts'
import { type Esim, statusOf } from '#sandbox/upstream/ledger.ts'
import { packageList } from '#sandbox/upstream/order-rows.ts'

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

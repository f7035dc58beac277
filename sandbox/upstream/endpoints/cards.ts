import { canRenew, plansFor, skusFor } from '#sandbox/upstream/card-offer.ts'
import { DAY_MS, stamp } from '#sandbox/upstream/clock.ts'
import {
  type Call,
  done,
  type Endpoint,
  listIn,
  NOT_FOUND,
  type Outcome,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import type { Card } from '#sandbox/upstream/ledger.ts'
import { statusOf } from '#sandbox/upstream/ledger.ts'
import { isVisible } from '#sandbox/upstream/order-filter.ts'
import { packageList } from '#sandbox/upstream/order-rows.ts'
import { esimWrapper, skuEntry } from '#sandbox/upstream/package-answer.ts'
import type { World } from '#sandbox/upstream/world.ts'

const MOST_ICCIDS = 100
const CARD_LIFE_DAYS = 365

const getIccidSupportSku: Endpoint = {
  ...cardEndpoint('getIccidSupportSku', 'iccid'),
  run: (call) => withCard(call, (card) => done(skusFor(call.world, card).map(skuEntry))),
}

const getIccidSupportPackageInfo: Endpoint = {
  ...cardEndpoint('getIccidSupportPackageInfo', 'iccid'),
  run: (call) =>
    withCard(call, (card) => {
      const sku = call.world.offer.skus.get(card.skuId)

      return sku ? done(esimWrapper(sku, plansFor(call.world, card))) : NOT_FOUND
    }),
}

const queryIccidInformation: Endpoint = {
  ...cardEndpoint('queryIccidInformation', 'iccids'),
  success: 0,
  run: ({ world, params }) => {
    const iccids = listIn(params.iccids)
    if (iccids.length > MOST_ICCIDS) return refused(-8, 'iccids more than 100')

    return done(iccids.map((iccid) => cardMetadata(world, iccid)))
  },
}

const getHistoryDetail: Endpoint = {
  ...cardEndpoint('getHistoryDetail', 'iccid'),
  success: 0,
  run: (call) => withCard(call, (card) => done(historyOf(call, card))),
}

export const cardEndpoints = [getIccidSupportSku, getIccidSupportPackageInfo, queryIccidInformation, getHistoryDetail]

function cardEndpoint(name: string, param: string): Omit<Endpoint, 'run'> {
  return { path: `/api_esim/${name}`, method: 'GET', access: 'session', required: [param], success: '0' }
}

function withCard({ world, params }: Call, answer: (card: Card) => Outcome): Outcome {
  const card = world.cards.get(params.iccid ?? '')

  return card ? answer(card) : NOT_FOUND
}

function cardMetadata(world: World, iccid: string): Record<string, unknown> {
  const card = world.cards.get(iccid)
  if (!card) return { success: false, message: 'data not exist', iccid }

  return {
    success: true,
    message: 'success',
    iccid,
    expireTime: stamp.seconds(card.createdAt + CARD_LIFE_DAYS * DAY_MS),
    canRenew: canRenew(world, card),
    cardType: card.cardType,
    displayName: card.cardType === 0 ? 'Sandbox eSIM' : 'Sandbox SIM',
    dpId: String(card.dpId ?? 0),
    dpStatus: card.dpStatus,
    eid: card.eid,
  }
}

/** Every plan ever put on the card, newest first. */
function historyOf({ world, at }: Call, card: Card): Record<string, unknown>[] {
  return [...world.orders.values()]
    .filter((order) => isVisible(order, at) && order.entries.some((entry) => entry.iccid === card.iccid))
    .map((order) => ({
      orderNum: order.orderNum,
      skuId: order.skuId,
      skuName: order.skuName,
      type: order.supportDaypass === 0 ? 0 : 1,
      count: order.count,
      createTime: stamp.withTenths(order.createdAt),
      status: statusOf(order, at),
      renew: order.mainOrderNum !== null,
      packageList: packageList(order, at, world.account).filter((entry) => entry.iccid === card.iccid),
    }))
    .reverse()
}

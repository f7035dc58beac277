import { randomBytes } from 'node:crypto'
import { DAY_MS, stamp, toAmount, toMillionths } from '../clock.ts'
import { canRenew, plansFor, skusFor } from '../esim-offer.ts'
import { type Esim, liveEntries, type Order, type PlanEntry, statusOf } from '../ledger.ts'
import { isVisible, packageList } from '../order-answer.ts'
import { esimWrapper, skuEntry } from '../package-answer.ts'
import { leftOf, setSession, setStock, type World } from '../world.ts'
import {
  type Call,
  done,
  type Endpoint,
  listIn,
  NOT_FOUND,
  type Outcome,
  type Refusal,
  refused,
  sessionCall,
} from './endpoint.ts'
import { catalogEndpoints, getESIMDetail, orderDetailEndpoints, partnerEndpoints, searchEndpoints } from './reads.ts'
import { orderEndpoints, renewEndpoints } from './renew.ts'

const MAX_ICCIDS = 100
const ESIM_LIFE_DAYS = 365

const getIccidSupportSku: Endpoint = {
  ...sessionCall('getIccidSupportSku', { required: ['iccid'] }),
  run: (call) => withEsim(call, (esim) => done(skusFor(call.world, esim).map(skuEntry))),
}

const getIccidSupportPackageInfo: Endpoint = {
  ...sessionCall('getIccidSupportPackageInfo', { required: ['iccid'] }),
  run: (call) =>
    withEsim(call, (esim) => {
      const sku = call.world.offer.skus.get(esim.skuId)

      return sku ? done(esimWrapper(sku, plansFor(call.world, esim))) : NOT_FOUND
    }),
}

const queryIccidInformation: Endpoint = {
  ...sessionCall('queryIccidInformation', { required: ['iccids'], success: 0 }),
  run: ({ world, params }) => {
    const iccids = listIn(params.iccids)
    if (iccids.length > MAX_ICCIDS) return refused(-8, 'iccids more than 100')

    return done(iccids.map((iccid) => cardMetadata(world, iccid)))
  },
}

const getHistoryDetail: Endpoint = {
  ...sessionCall('getHistoryDetail', { required: ['iccid'], success: 0 }),
  run: (call) => withEsim(call, (esim) => done(historyOf(call, esim))),
}

const esimEndpoints = [getIccidSupportSku, getIccidSupportPackageInfo, queryIccidInformation, getHistoryDetail]

function withEsim({ world, params }: Call, answer: (esim: Esim) => Outcome): Outcome {
  const esim = world.esims.get(params.iccid ?? '')

  return esim ? answer(esim) : NOT_FOUND
}

function cardMetadata(world: World, iccid: string): Record<string, unknown> {
  const esim = world.esims.get(iccid)
  if (!esim) return { success: false, message: 'data not exist', iccid }

  return {
    success: true,
    message: 'success',
    iccid,
    expireTime: stamp.seconds(esim.createdAt + ESIM_LIFE_DAYS * DAY_MS),
    canRenew: canRenew(world, esim),
    cardType: esim.cardType,
    displayName: esim.cardType === 0 ? 'Sandbox eSIM' : 'Sandbox SIM',
    dpId: String(esim.dpId ?? 0),
    dpStatus: esim.dpStatus,
    eid: esim.eid,
  }
}

/** Every plan ever put on the eSIM, newest first. */
function historyOf({ world, at }: Call, esim: Esim): Record<string, unknown>[] {
  return [...world.orders.values()]
    .filter((order) => isVisible(order, at) && order.entries.some((entry) => entry.iccid === esim.iccid))
    .map((order) => ({
      orderNum: order.orderNum,
      skuId: order.skuId,
      skuName: order.skuName,
      type: order.supportDaypass === 0 ? 0 : 1,
      count: order.count,
      createTime: stamp.withTenths(order.createdAt),
      status: statusOf(order, at),
      renew: order.mainOrderNum !== null,
      packageList: packageList(order, at, world.account).filter((entry) => entry.iccid === esim.iccid),
    }))
    .reverse()
}

const NOT_PERMITTED = refused(22, 'operation not permitted')
const WRONG_STATUS = refused(4, 'order status error')

const refundOrder: Endpoint = {
  ...sessionCall('refundOrder', { method: 'POST', required: ['orderNum', 'iccids'] }),
  run: (call) => {
    const order = call.world.orders.get(call.params.orderNum ?? '')
    if (!order) return NOT_FOUND
    const iccids = [...new Set(listIn(call.params.iccids))]
    const obstacle = obstacleTo(call, order, iccids)
    if (obstacle) return obstacle
    cancel(call, order, iccids)

    return { ...done(null), order }
  },
}

function obstacleTo({ world, at }: Call, order: Order, iccids: string[]): Refusal | null {
  if (order.lockedAt !== null || order.mainOrderNum !== null) return NOT_PERMITTED
  if (statusOf(order, at) === 2) return WRONG_STATUS
  const asked = order.entries.filter((entry) => iccids.includes(entry.iccid))
  if (iccids.length === 0 || asked.length !== iccids.length) return NOT_FOUND
  const taken = new Set(order.cancelled.map((entry) => entry.iccid))
  if (asked.some((entry) => taken.has(entry.iccid)) || liveEntries(order, at).length < asked.length) return WRONG_STATUS
  const forbidden = asked.some((entry) => !isCancellable(world, order, entry))

  return world.account.applyCancelRules && forbidden ? NOT_PERMITTED : null
}

/** Applies what the plan's own text says about going back. */
function isCancellable(world: World, order: Order, entry: PlanEntry): boolean {
  const isUsed = entry.usedMb > 0 || entry.beginAt !== null
  if (order.cancelRule === 'never' || isUsed) return false

  return order.cancelRule === 'until-use' || world.esims.get(entry.iccid)?.eid == null
}

function cancel({ world, at }: Call, order: Order, iccids: string[]): void {
  const { account, journal } = world
  const from = at + account.cancelDelayMs
  order.cancelled.push(...iccids.map((iccid) => ({ iccid, at: from })))
  if (account.disablesCancelled) for (const iccid of iccids) disable(world, world.esims.get(iccid))
  setStock(world, order.priceId, leftOf(world, order.priceId) + iccids.length)
  if (account.credit !== null) {
    const share = (toMillionths(order.total) * BigInt(iccids.length)) / BigInt(order.count)
    account.credit = toAmount(toMillionths(account.credit) + share)
    journal.append({ kind: 'account', value: account })
  }
  journal.append({ kind: 'order', value: order })
}

function disable(world: World, esim: Esim | undefined): void {
  if (!esim) return
  esim.dpStatus = 'Disable'
  world.journal.append({ kind: 'card', value: esim })
}

const login: Endpoint = {
  path: '/api_order/login',
  method: 'POST',
  access: 'login',
  required: ['phonenumber', 'password'],
  success: 1,
  run: ({ world, params, at }) => {
    if (params.phonenumber !== world.credentials.phone || params.password !== world.credentials.password) {
      return refused(-1, 'username or password error')
    }
    if (!world.account.apiAllowed) return refused(-3, 'no permission to call the api')

    const token = `10001-${randomBytes(16).toString('hex').toUpperCase()}`
    setSession(world, { token, issuedAt: at })

    return done({ token })
  },
}

const ALL: Endpoint[] = [
  login,
  ...catalogEndpoints,
  ...partnerEndpoints,
  ...orderEndpoints,
  ...renewEndpoints,
  ...orderDetailEndpoints,
  ...searchEndpoints,
  refundOrder,
  ...esimEndpoints,
  getESIMDetail,
]

export const ENDPOINTS: Map<string, Endpoint> = new Map(ALL.map((endpoint) => [endpoint.path, endpoint]))

import {
  type Call,
  done,
  type Endpoint,
  listIn,
  NOT_FOUND,
  type Refusal,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { type Card, liveEntries, type Order, type PlanEntry, statusOf } from '#sandbox/upstream/ledger.ts'
import { toAmount, toMillionths } from '#sandbox/upstream/money.ts'
import { leftOf, setStock, type World } from '#sandbox/upstream/world.ts'

const NOT_PERMITTED = refused(22, 'operation not permitted')
const WRONG_STATUS = refused(4, 'order status error')

export const refundOrder: Endpoint = {
  path: '/api_esim/refundOrder',
  method: 'POST',
  access: 'session',
  required: ['orderNum', 'iccids'],
  success: '0',
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
  const forbidden = asked.some((entry) => !isReturnable(world, order, entry))

  return world.account.applyCancelRules && forbidden ? NOT_PERMITTED : null
}

/** Applies what the plan's own text says about going back. */
function isReturnable(world: World, order: Order, entry: PlanEntry): boolean {
  const isUsed = entry.usedMb > 0 || entry.beginAt !== null
  if (order.cancelRule === 'never' || isUsed) return false

  return order.cancelRule === 'until-use' || world.cards.get(entry.iccid)?.eid == null
}

function cancel({ world, at }: Call, order: Order, iccids: string[]): void {
  const { account, journal } = world
  const from = at + account.cancelDelayMs
  order.cancelled.push(...iccids.map((iccid) => ({ iccid, at: from })))
  if (account.disablesCancelled) for (const iccid of iccids) disable(world, world.cards.get(iccid))
  setStock(world, order.priceId, leftOf(world, order.priceId) + iccids.length)
  if (account.credit !== null) {
    const share = (toMillionths(order.total) * BigInt(iccids.length)) / BigInt(order.count)
    account.credit = toAmount(toMillionths(account.credit) + share)
    journal.append({ kind: 'account', value: account })
  }
  journal.append({ kind: 'order', value: order })
}

function disable(world: World, card: Card | undefined): void {
  if (!card) return
  card.dpStatus = 'Disable'
  world.journal.append({ kind: 'card', value: card })
}

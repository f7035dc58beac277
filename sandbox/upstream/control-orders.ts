import type { Order } from '#sandbox/upstream/ledger.ts'
import { toMillionths } from '#sandbox/upstream/money.ts'
import { nextEntryId } from '#sandbox/upstream/numbers.ts'
import type { World } from '#sandbox/upstream/world.ts'

/** What the service's own people did to an order. `iccids` are the cards it lists from now on; `isHidden` unlists it. */
export type OrderChange = {
  orderNum: string
  status?: number
  total?: string
  isHidden?: boolean
  iccids?: string[]
  /** How long ago it was placed, by the sandbox's clock. */
  createdAt?: string
}

/** Changes what the service says about an order, without anybody having asked it to. */
export function changeOrder(world: World, change: OrderChange): Order {
  const { orderNum, status, total, isHidden, iccids, createdAt } = change
  const order = world.orders.get(orderNum)
  if (!order) throw new Error(`no order ${orderNum}`)
  if (total !== undefined) {
    toMillionths(total)
    order.total = total
  }
  if (status !== undefined) order.status = status
  if (isHidden !== undefined) order.invisibleUntil = isHidden ? Number.MAX_SAFE_INTEGER : 0
  if (createdAt !== undefined) order.createdAt = new Date(createdAt).getTime()
  if (iccids) {
    const known = new Map(order.entries.map((entry) => [entry.iccid, entry]))
    const blank = { usedMb: 0, beginAt: null, endAt: null, status: 0 }
    order.entries = iccids.map((iccid) => known.get(iccid) ?? { id: nextEntryId(world), iccid, ...blank })
  }
  world.journal.append({ kind: 'order', value: order })

  return order
}

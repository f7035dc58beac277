import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { claimOne, databaseNow, finishLease } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { getWorkItem, moveItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { getCapabilities } from '#lib/provider/commands/capabilities.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'

/**
 * Ends the wait for an item of unknown fate: nothing is placed again and the money goes back, at once where a late order
 * can be found and cancelled, otherwise after a person's look.
 *
 * Throws `not_found` for an item of somebody else, `conflict` when there is no such offer (too early, or an answer came).
 */
export async function acceptOfferedRefund(caller: Caller, itemId: string): Promise<void> {
  const item = await getWorkItem(itemId)
  if (!item || !ownsOrder(caller, item.orderId)) throw new AppError('not_found', 'There is no such line.')
  if (item.state !== 'UNKNOWN' || !item.unknownSince) throw new AppError('conflict', 'The outcome is known.')
  const waitedMs = (await databaseNow()).getTime() - item.unknownSince.getTime()
  if (waitedMs < scaled(TIMERS.refundOfferAfter)) throw new AppError('conflict', 'It is too early to give up.')
  const { referenceLookup } = await getCapabilities()
  const lease = await claimOne('Line', { ...claimer(), id: itemId })
  if (!lease) throw new AppError('conflict', 'The order is being looked up right now.', { reason: 'busy' })
  const isMoved = await giveBack(item, { lease, to: referenceLookup === 'yes' ? 'REFUND_DUE' : 'HELD', caller })
  await finishLease('Line', lease, 0)
  wakeWorker()
  if (!isMoved) throw new AppError('conflict', 'An answer came at the same moment.')
}

type Giving = { lease: { id: string; epoch: number }; to: 'REFUND_DUE' | 'HELD'; caller: Caller }

function giveBack(item: WorkItem, { lease, to, caller }: Giving): Promise<boolean> {
  return transaction(async (tx) => {
    const now = await databaseNow(tx)
    const changes = { reason: 'refund_accepted', cancelRequestedAt: now }
    if (!(await moveItem(lease, { from: 'UNKNOWN', to, changes }, tx))) return false
    await tx.attempt.updateMany({
      where: { itemId: item.id, state: { in: ['UNKNOWN', 'ABSENT'] } },
      data: { watchUntil: new Date(now.getTime() + scaled(TIMERS.watch)) },
    })
    const { orderId } = item
    await recordOrderEvent({ orderId, itemId: item.id, kind: 'refund_accepted', actor: actorOf(caller) }, tx)
    if (to === 'REFUND_DUE') {
      const payload = { lineId: item.id }
      await queueMail(tx, { kind: 'order_not_placed', orderId, dedupeKey: `not_placed:${item.id}`, payload })
    }

    return true
  })
}

import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { mailCodes } from '#lib/esims/commands/send-copy.ts'
import { isComplete } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { startCancelling } from '#lib/fulfilment/commands/fulfil-item/cancel-item.ts'
import { deliverTopUp } from '#lib/fulfilment/commands/fulfil-item/deliver-top-up.ts'
import { putInReview } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { queuePushes } from '#lib/mail/repository/push.ts'
import { queueGift } from '#lib/orders/repository/gifts.ts'
import { lockCancelInput, stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { queueReadyMail } from '#lib/orders/repository/ready-mail.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/** Offers the eSIMs to their buyer: state and mail in one commit. Nothing incomplete is ever delivered. */
export async function deliverItem(item: WorkItem, lease: Lease): Promise<Next> {
  await failpoint('deliverable')
  if (item.kind === 'RENEWAL') return deliverTopUp(item, lease)
  if (!isComplete(item)) return putInReview(item, lease, { from: 'DELIVERABLE', reason: 'order_differs' })
  const isCancellationRequested = await transaction(async (tx) => {
    if (await lockCancelInput(item.id, tx)) return true
    const deliveredAt = await databaseNow(tx)
    await stepItem(lease, { from: 'DELIVERABLE', to: 'DELIVERED', changes: { deliveredAt } }, tx)
    const { orderId, id: itemId } = item
    await recordOrderEvent({ orderId, itemId, kind: 'ready', data: { cards: item.esims.length } }, tx)
    const isGift = await queueGift({ orderId, itemId }, tx)
    // Whom it is for opens it: a code in the buyer's mailbox would have opened it before.
    if (!isGift && (await readSettings(['mails.code'], tx))['mails.code']) {
      await mailCodes({ orderId, itemId, esims: item.esims, at: deliveredAt }, tx)
    } else {
      await queueReadyMail({ orderId, itemId, at: deliveredAt, waitMs: scaled(TIMERS.readyTogether) }, tx)
    }
    await queuePushes(tx, { topic: 'order_ready', orderId, dedupeKey: `ready:${itemId}` })

    return false
  })
  if (isCancellationRequested) return startCancelling(item, lease, { from: 'DELIVERABLE', reason: 'cancelled' })
  await failpoint('delivered')
  wakeWorker()

  return null
}

import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { requireTopUpEsim } from '#lib/esims/commands/top-up-esim.ts'
import { keepTopUp } from '#lib/fulfilment/commands/fulfil-item/cancel-item.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { lockCancelInput, stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

/** Tells the buyer that the plan is on the eSIM: state, mail and both histories in one commit. */
export async function deliverTopUp(item: WorkItem, lease: Lease): Promise<Next> {
  const isCancellationRequested = await transaction(async (tx) => {
    if (await lockCancelInput(item.id, tx)) return true
    const deliveredAt = await databaseNow(tx)
    await stepItem(lease, { from: 'DELIVERABLE', to: 'DELIVERED', changes: { deliveredAt } }, tx)
    const { orderId, id: itemId } = item
    await queueMail(tx, { kind: 'top_up_ready', orderId, dedupeKey: `ready:${itemId}`, payload: { lineId: itemId } })
    await recordOrderEvent({ orderId, itemId, kind: 'topped_up' }, tx)
    await noteOnFirstOrder(item, tx)

    return false
  })
  if (isCancellationRequested) return keepTopUp(item, lease)
  await failpoint('delivered')
  wakeWorker()

  return null
}

/** The order that the eSIM came with shows its top-ups too. */
async function noteOnFirstOrder(item: WorkItem, tx: Tx): Promise<void> {
  const esim = await requireTopUpEsim(item, tx)
  if (esim.item === null || esim.item.orderId === item.orderId) return
  const { orderId, id: itemId } = esim.item
  await recordOrderEvent({ orderId, itemId, kind: 'topped_up', data: { by: item.order.number } }, tx)
}

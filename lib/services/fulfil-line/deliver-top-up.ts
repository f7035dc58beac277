import 'server-only'
import { type Tx, transaction } from '#lib/db/client.ts'
import { databaseNow, type Lease } from '#lib/db/leases.ts'
import { stepLine, type WorkLine } from '#lib/db/lines.ts'
import { recordOrderEvent } from '#lib/db/order-events.ts'
import { queueMail } from '#lib/db/outbox.ts'
import { crashPoint } from '#lib/services/fulfil-line/crash-point.ts'
import type { Next } from '#lib/services/hold-lease.ts'
import { requireTopUpCard } from '#lib/services/top-up/top-up-card.ts'
import { wakeWorker } from '#lib/services/wake.ts'

/** Tells the buyer that the plan is on the card: state, mail and both histories in one commit. */
export async function deliverTopUp(line: WorkLine, lease: Lease): Promise<Next> {
  await transaction(async (tx) => {
    const deliveredAt = await databaseNow(tx)
    await stepLine(lease, { from: 'DELIVERABLE', to: 'DELIVERED', changes: { deliveredAt } }, tx)
    const { orderId, id: lineId } = line
    await queueMail(tx, { kind: 'top_up_ready', orderId, dedupeKey: `ready:${lineId}`, payload: { lineId } })
    await recordOrderEvent({ orderId, lineId, kind: 'topped_up' }, tx)
    await noteOnFirstOrder(line, tx)
  })
  await crashPoint('delivered')
  wakeWorker()

  return null
}

/** The order that the card came with shows its top-ups too. */
async function noteOnFirstOrder(line: WorkLine, tx: Tx): Promise<void> {
  const card = await requireTopUpCard(line, tx)
  if (card.line === null || card.line.orderId === line.orderId) return
  const { orderId, id: lineId } = card.line
  await recordOrderEvent({ orderId, lineId, kind: 'topped_up', data: { by: line.order.number } }, tx)
}

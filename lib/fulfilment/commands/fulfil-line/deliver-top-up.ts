import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { requireTopUpEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

/** Tells the buyer that the plan is on the eSIM: state, mail and both histories in one commit. */
export async function deliverTopUp(line: WorkLine, lease: Lease): Promise<Next> {
  await transaction(async (tx) => {
    const deliveredAt = await databaseNow(tx)
    await stepLine(lease, { from: 'DELIVERABLE', to: 'DELIVERED', changes: { deliveredAt } }, tx)
    const { orderId, id: lineId } = line
    await queueMail(tx, { kind: 'top_up_ready', orderId, dedupeKey: `ready:${lineId}`, payload: { lineId } })
    await recordOrderEvent({ orderId, lineId, kind: 'topped_up' }, tx)
    await noteOnFirstOrder(line, tx)
  })
  await failpoint('delivered')
  wakeWorker()

  return null
}

/** The order that the eSIM came with shows its top-ups too. */
async function noteOnFirstOrder(line: WorkLine, tx: Tx): Promise<void> {
  const esim = await requireTopUpEsim(line, tx)
  if (esim.line === null || esim.line.orderId === line.orderId) return
  const { orderId, id: lineId } = esim.line
  await recordOrderEvent({ orderId, lineId, kind: 'topped_up', data: { by: line.order.number } }, tx)
}

import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { mailCodes } from '#lib/esims/commands/mail-codes.ts'
import { isComplete } from '#lib/fulfilment/commands/fulfil-line/accepted-esims.ts'
import { startCancelling } from '#lib/fulfilment/commands/fulfil-line/cancel-line.ts'
import { deliverTopUp } from '#lib/fulfilment/commands/fulfil-line/deliver-top-up.ts'
import { holdLine } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { lockCancelInput, stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/** Offers the eSIMs to their buyer: state and mail in one commit. Nothing incomplete is ever delivered. */
export async function deliverLine(line: WorkLine, lease: Lease): Promise<Next> {
  await failpoint('deliverable')
  if (line.kind === 'RENEWAL') return deliverTopUp(line, lease)
  if (!isComplete(line)) return holdLine(line, lease, { from: 'DELIVERABLE', reason: 'order_differs' })
  const isAskedBack = await transaction(async (tx) => {
    if (await lockCancelInput(line.id, tx)) return true
    const deliveredAt = await databaseNow(tx)
    await stepLine(lease, { from: 'DELIVERABLE', to: 'DELIVERED', changes: { deliveredAt } }, tx)
    const { orderId, id: lineId } = line
    await recordOrderEvent({ orderId, lineId, kind: 'ready', data: { cards: line.esims.length } }, tx)
    if ((await readSettings(['mails.code'], tx))['mails.code']) {
      await mailCodes({ orderId, lineId, esims: line.esims, at: deliveredAt }, tx)
    } else {
      await queueMail(tx, { kind: 'order_ready', orderId, dedupeKey: `ready:${lineId}`, payload: { lineId } })
    }

    return false
  })
  if (isAskedBack) return startCancelling(line, lease, { from: 'DELIVERABLE', reason: 'cancelled' })
  await failpoint('delivered')
  wakeWorker()

  return null
}

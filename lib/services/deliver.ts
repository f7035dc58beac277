import 'server-only'
import { transaction } from '#lib/db/client.ts'
import { databaseNow, type Lease } from '#lib/db/leases.ts'
import { lockCancelWish, stepLine, type WorkLine } from '#lib/db/lines.ts'
import { recordOrderEvent } from '#lib/db/order-events.ts'
import { queueMail } from '#lib/db/outbox.ts'
import { readSettings } from '#lib/db/settings.ts'
import { mailCodes } from '#lib/services/cards/mail-codes.ts'
import { isComplete } from '#lib/services/fulfil-line/accepted-cards.ts'
import { startCancelling } from '#lib/services/fulfil-line/cancel-line.ts'
import { crashPoint } from '#lib/services/fulfil-line/crash-point.ts'
import { deliverTopUp } from '#lib/services/fulfil-line/deliver-top-up.ts'
import { holdLine } from '#lib/services/fulfil-line/end-line.ts'
import type { Next } from '#lib/services/hold-lease.ts'
import { wakeWorker } from '#lib/services/wake.ts'

/** Offers the cards to their buyer: state and mail in one commit. Nothing incomplete is ever delivered. */
export async function deliverLine(line: WorkLine, lease: Lease): Promise<Next> {
  await crashPoint('deliverable')
  if (line.kind === 'RENEWAL') return deliverTopUp(line, lease)
  if (!isComplete(line)) return holdLine(line, lease, { from: 'DELIVERABLE', reason: 'order_differs' })
  const isAskedBack = await transaction(async (tx) => {
    if (await lockCancelWish(line.id, tx)) return true
    const deliveredAt = await databaseNow(tx)
    await stepLine(lease, { from: 'DELIVERABLE', to: 'DELIVERED', changes: { deliveredAt } }, tx)
    const { orderId, id: lineId } = line
    await recordOrderEvent({ orderId, lineId, kind: 'ready', data: { cards: line.cards.length } }, tx)
    if ((await readSettings(['mails.code'], tx))['mails.code']) {
      await mailCodes({ orderId, lineId, cards: line.cards, at: deliveredAt }, tx)
    } else {
      await queueMail(tx, { kind: 'order_ready', orderId, dedupeKey: `ready:${lineId}`, payload: { lineId } })
    }

    return false
  })
  if (isAskedBack) return startCancelling(line, lease, { from: 'DELIVERABLE', reason: 'cancelled' })
  await crashPoint('delivered')
  wakeWorker()

  return null
}

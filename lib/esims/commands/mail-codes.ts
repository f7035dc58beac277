import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { markRevealed } from '#lib/esims/repository/esims.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

type Delivered = { orderId: string; itemId: string; esims: { id: string; iccid: string }[]; at: Date }

/**
 * Sends the eSIMs of an item that was just delivered by mail, each with its code, where the shop is set to do so. A code
 * on its way counts as opened: from the moment it is queued, the eSIM cannot go back.
 */
export async function mailCodes({ orderId, itemId, esims, at }: Delivered, tx: Tx): Promise<void> {
  const consent = { mailed: true, at: at.toISOString() }
  for (const { id: esimId, iccid } of esims) {
    if (!(await markRevealed(esimId, { by: 'store', at, consent }, tx))) continue
    await queueMail(tx, {
      ...{ kind: 'esim_copy', orderId, dedupeKey: `esim_copy:${esimId}` },
      payload: { cardId: esimId, why: 'ready' },
    })
    await recordAudit({ actor: 'store', act: 'card.revealed', subject: esimId, after: consent }, tx)
    const data = { cardId: esimId, last4: iccid.slice(-4) }
    await recordOrderEvent({ orderId, itemId, kind: 'code_mailed', data }, tx)
  }
}

import 'server-only'
import { isAddressProven } from '#lib/auth/repository/links.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { markRevealed } from '#lib/esims/repository/esims.ts'
import { lockEsimToShare } from '#lib/esims/repository/shares.ts'
import { listEsimMails, queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const DAY_MS = 86_400_000
const MAX_A_DAY = 3

/**
 * Mails an eSIM that was opened to the address of its order: picture and values. Asked again while one is on its way, it
 * sends no second one. The mail is written when it leaves; what waits names the eSIM and holds no code.
 *
 * Throws `not_found` for whoever does not hold the order, `rate_limited` beyond three in a day, and `conflict` with
 * `reason` `off`, `unproven` (nobody is known to read the address), `not_opened`, `return_asked` or `not_kept`.
 */
export async function sendCopy(caller: Caller, esimId: string): Promise<void> {
  await transaction(async (tx) => {
    // Locked: two presses at once are one mail.
    const esim = await lockEsimToShare(esimId, tx)
    if (!esim || !ownsOrder(caller, esim.item.orderId)) throw new AppError('not_found', 'There is no such card.')
    const { orderId } = esim.item
    if ((await readSettings(['mails.copy'], tx))['mails.copy'] === false) throw conflict('off')
    if (!esim.revealedAt) throw conflict('not_opened')
    if (esim.cancelState !== 'NONE' && esim.cancelState !== 'REFUSED') throw conflict('return_asked')
    if (esim.codeRemovedAt) throw conflict('not_kept')
    if (!(await isAddressProven(orderId, tx))) throw conflict('unproven')
    const now = await databaseNow(tx)
    const since = new Date(now.getTime() - DAY_MS)
    const sent = await listEsimMails({ kind: 'esim_copy', orderId, esimId, since }, tx)
    if (sent.some(({ state }) => state === 'DUE')) return
    if (sent.length >= MAX_A_DAY) throw tooMany(sent[0]?.createdAt ?? now, now)
    await queueMail(tx, {
      ...{ kind: 'esim_copy', orderId, dedupeKey: `esim_copy:${esimId}:${newId('out')}` },
      payload: { cardId: esimId, why: 'asked' },
    })
    const data = { cardId: esimId, last4: esim.iccid.slice(-4) }
    await recordOrderEvent({ orderId, itemId: esim.itemId, kind: 'copy_sent', actor: actorOf(caller), data }, tx)
  })
  wakeWorker()
}

function tooMany(first: Date, now: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((first.getTime() + DAY_MS - now.getTime()) / 1000))

  return new AppError('rate_limited', 'Too many copies of this card.', { retryAfterSeconds })
}

function conflict(reason: string): AppError {
  return new AppError('conflict', `The card cannot be mailed: ${reason}.`, { reason })
}

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

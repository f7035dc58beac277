import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { pinMatches } from '#lib/core/crypto/pin.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import {
  addShareSession,
  countWrongPins,
  endShare,
  findShareByToken,
  noteRightPin,
  spendPinTry,
} from '#lib/esims/repository/shares.ts'
import { endOf, MOST_WRONG_PINS, type ShareEnd } from '#lib/esims/rules/shares.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

/**
 * Swaps a link and its PIN for the token of a session that opens this one eSIM.
 *
 * Throws `not_found` for an unknown link, `gone` with `reason` for one that has ended, and `bad_input` with what is `left`
 * for a wrong PIN. The fifth wrong one closes the share, and its buyer is told.
 */
export async function openShare({ token, pin }: { token: string; pin: string }): Promise<string> {
  const share = await findShareByToken(token)
  if (!share) throw new AppError('not_found', 'This link opens nothing.')
  const end = endOf(share, new Date())
  if (end) throw gone(end)
  if (!(await spendPinTry(share.id))) throw await closeShare(share)
  if (!(await pinMatches(share.pinHash, pin))) {
    const left = MOST_WRONG_PINS - (await countWrongPins(share.id))
    if (left <= 0) throw await closeShare(share)
    throw new AppError('bad_input', 'The PIN is wrong.', { fields: ['pin'], left })
  }

  return transaction(async (tx) => {
    const right = await noteRightPin(share.id, tx)
    if (!right) throw gone('closed')
    if (right.isFirst) await recordOrderEvent(eventOf('share_opened', share), tx)

    return addShareSession(share.id, tx)
  })
}

type Share = NonNullable<Awaited<ReturnType<typeof findShareByToken>>>

async function closeShare(share: Share): Promise<AppError> {
  await transaction(async (tx) => {
    if (!(await endShare(share.id, 'closed', tx))) return
    const { orderId } = share.esim.item
    await recordOrderEvent(eventOf('share_closed', share), tx)
    const payload = { last4: share.esim.iccid.slice(-4), at: new Date().toISOString() }
    await queueMail(tx, { kind: 'share_closed', orderId, dedupeKey: `share_closed:${share.id}`, payload })
  })
  wakeWorker()

  return gone('closed')
}

function gone(reason: ShareEnd): AppError {
  return new AppError('gone', `The share has ended: ${reason}.`, { reason })
}

function eventOf(kind: 'share_opened' | 'share_closed', { id, esim }: Share) {
  const { orderId } = esim.item
  const data = { cardId: esim.id, last4: esim.iccid.slice(-4) }

  return { orderId, itemId: esim.itemId, kind, actor: `share:${id}`, data }
}

import 'server-only'
import { revokeLinks } from '#lib/auth/repository/links.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findRecipient } from '#lib/orders/repository/orders.ts'

const CORRECTIONS = { points: 3, duration: 24 * 60 * 60 }

/**
 * Corrects a mistyped address from the browser that paid, while every eSIM is sealed. Links sent before open nothing.
 *
 * Throws `not_found` for another browser, `conflict` once an eSIM was opened, `rate_limited` beyond three in a day: each
 * mails an address that nobody has proven.
 */
export async function correctEmail(caller: Caller, orderId: string, email: string): Promise<void> {
  const hasPaid =
    caller.kind === 'guest' && caller.grants.some((grant) => grant.orderId === orderId && grant.grant === 'paid_here')
  if (!hasPaid) throw new AppError('not_found', 'There is no such order for this browser.')
  const wait = await takePoint('email-corrected', CORRECTIONS, orderId)
  if (wait !== null) throw new AppError('rate_limited', 'Too many corrections.', { retryAfterSeconds: wait })
  await transaction(async (tx) => {
    const order = await findRecipient(orderId, tx)
    if (!order) throw new AppError('not_found', 'There is no such order.')
    const items = await tx.orderItem.findMany({
      where: { orderId },
      select: { state: true, esims: { select: { revealedAt: true } } },
    })
    if (items.some((item) => item.esims.some((esim) => esim.revealedAt !== null))) {
      throw new AppError('conflict', 'A card was opened already.', { reason: 'opened' })
    }
    await tx.person.update({
      where: { id: order.personId },
      data: { email: email.trim().toLowerCase() },
      select: { id: true },
    })
    await revokeLinks(orderId, tx)
    const actor = actorOf(caller)
    await recordAudit({ actor, act: 'order.email_corrected', subject: orderId }, tx)
    await recordOrderEvent({ orderId, kind: 'email_corrected', actor }, tx)
    const isReady = items.some((item) => item.state === 'DELIVERED')
    const isPaid = items.some((item) => item.state !== 'AWAITING_PAYMENT' && item.state !== 'EXPIRED')
    // The mail that went to the wrong address is sent again, as a mail of its own.
    if (isReady) await queueMail(tx, { kind: 'order_ready', orderId, dedupeKey: `ready:${orderId}:${newId('out')}` })
    else if (isPaid) await queueMail(tx, { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}:${newId('out')}` })
  })
  wakeWorker()
}

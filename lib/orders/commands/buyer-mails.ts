import 'server-only'
import { revokeLinks } from '#lib/auth/repository/links.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { type Limit, takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findRecipient, type OrderForLink } from '#lib/orders/repository/orders.ts'

const DAY = 24 * 60 * 60
/** Of an order whose money was here: so many mails of a kind in a day, whoever asks for them. */
const MAILS_OF_ORDER = { points: 5, duration: DAY } as const satisfies Limit
/** Of all orders of an address that wait for a transfer: whoever placed them may have typed any address. */
const MAILS_BEFORE_MONEY = { points: 1, duration: DAY } as const satisfies Limit

/**
 * Takes one of the mails that whoever types an address and a number may cause. `false` when there is to be none: beyond the
 * limits, and for an order that nobody has paid, since its address may be that of a stranger.
 */
export async function takeTypedMail(kind: 'find' | 'withdrawal', order: OrderForLink): Promise<boolean> {
  if (order.money === 'none') return false
  if (order.money === 'awaited') return (await takePoint('unpaid-mail', MAILS_BEFORE_MONEY, order.email)) === null

  return (await takePoint(`${kind}-mail`, MAILS_OF_ORDER, order.id)) === null
}

const ONE_MAIL_PER_MS = 60_000

/**
 * Corrects the address of an order for its buyer, who cannot do it any more. Links sent before open nothing, and a new
 * one goes to the new address.
 *
 * Throws `forbidden`, and as `requireRecipient`.
 */
export async function correctEmailForBuyer(
  caller: Caller,
  input: { orderId: string; email: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'orders.correct_email')
  const { orderId, reason } = input
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    const order = await requireRecipient(orderId, tx)
    const email = withoutMarks(input.email).toLowerCase()
    await tx.person.update({ where: { id: order.personId }, data: { email }, select: { id: true } })
    await revokeLinks(orderId, tx)
    await recordAudit({ actor, role: staff.role, act: 'order.email_corrected', subject: orderId, reason }, tx)
    await recordOrderEvent({ orderId, kind: 'email_corrected', actor }, tx)
    await queueMail(tx, { kind: 'find_link', orderId, dedupeKey: `find:${orderId}:${newId('out')}` })
  })
  wakeWorker()
}

/** The buyer of an order. Throws `not_found`, `conflict` with `reason` `erased` when nobody is left to be written to. */
async function requireRecipient(orderId: string, tx: Tx) {
  const order = await findRecipient(orderId, tx)
  if (!order) throw new AppError('not_found', 'There is no such order.')
  if (order.person.email === '') throw new AppError('conflict', 'This person was erased.', { reason: 'erased' })

  return order
}

/** Mails the buyer a new link to the order. Throws as `correctEmailForBuyer`, `rate_limited` within the same minute. */
export async function resendLink(caller: Caller, input: { orderId: string }): Promise<void> {
  const staff = requirePermission(caller, 'orders.mail')
  const { orderId } = input
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    await requireRecipient(orderId, tx)
    const minute = Math.floor(Date.now() / ONE_MAIL_PER_MS)
    if (!(await queueMail(tx, { kind: 'find_link', orderId, dedupeKey: `find:${orderId}:${minute}` }))) {
      throw new AppError('rate_limited', 'A link was sent within this minute.', { retryAfterSeconds: 60 })
    }
    await recordAudit({ actor, role: staff.role, act: 'order.link_resent', subject: orderId }, tx)
    await recordOrderEvent({ orderId, kind: 'link_resent', actor }, tx)
  })
  wakeWorker()
}

const CORRECTIONS = { points: 3, duration: 24 * 60 * 60 }

/**
 * Corrects a mistyped address from the browser that paid, while every eSIM is sealed. Links sent before open nothing.
 *
 * Throws `not_found` for another browser, `conflict` once an eSIM was opened or the person was erased, `rate_limited` beyond three in a day: each
 * mails an address that nobody has proven.
 */
export async function correctEmail(caller: Caller, orderId: string, email: string): Promise<void> {
  const hasPaid =
    caller.kind === 'guest' && caller.grants.some((grant) => grant.orderId === orderId && grant.grant === 'paid_here')
  if (!hasPaid) throw new AppError('not_found', 'There is no such order for this browser.')
  const wait = await takePoint('email-corrected', CORRECTIONS, orderId)
  if (wait !== null) throw new AppError('rate_limited', 'Too many corrections.', { retryAfterSeconds: wait })
  await transaction(async (tx) => {
    const order = await requireRecipient(orderId, tx)
    const items = await tx.orderItem.findMany({
      where: { orderId },
      select: { state: true, esims: { select: { revealedAt: true } } },
    })
    if (items.some((item) => item.esims.some((esim) => esim.revealedAt !== null))) {
      throw new AppError('conflict', 'A card was opened already.', { reason: 'opened' })
    }
    await tx.person.update({
      where: { id: order.personId },
      data: { email: withoutMarks(email).toLowerCase() },
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

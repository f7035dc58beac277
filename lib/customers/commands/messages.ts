import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder, requirePermission } from '#lib/core/rules/caller.ts'
import { addMessage, closeMessage, findMessage } from '#lib/customers/repository/messages.ts'
import type { MessageWish } from '#lib/customers/rules/customer-message.ts'
import { queueMessageMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

/**
 * Takes a message in and queues its two mails: the receipt of the sender, and the copy for the store. It is stored before
 * any mail leaves, so a mail server that is down loses nothing. An order is attached only for a browser that holds it.
 */
export async function takeMessage(caller: Caller, wish: MessageWish): Promise<{ reference: string }> {
  const orderId = wish.orderId && ownsOrder(caller, wish.orderId) ? wish.orderId : null
  const email = wish.email.trim().toLowerCase()
  const { reference } = await transaction(async (tx) => {
    const stored = await addMessage({ ...wish, email, orderId }, tx)
    await queueMessageMail('message_received', stored.id, tx)
    await queueMessageMail('message_for_store', stored.id, tx)
    if (orderId) {
      const data = { message: stored.reference }
      await recordOrderEvent({ orderId, kind: 'message_received', actor: actorOf(caller), data }, tx)
    }

    return stored
  })
  wakeWorker()

  return { reference }
}

/**
 * Closes a message: with an answer it is mailed to the sender, without one it is put aside. Throws `not_found`, `conflict`
 * when somebody else has closed it.
 */
export async function settleMessage(caller: Caller, { id, answer }: { id: string; answer: string | null }) {
  const staff = requirePermission(caller, 'messages.answer')
  await transaction(async (tx) => {
    const message = await findMessage(id, tx)
    if (!message) throw new AppError('not_found', 'There is no such message.')
    if (!(await closeMessage(id, { answer, answeredBy: staff.staffId }, tx))) {
      throw new AppError('conflict', 'Somebody else has closed the message.', { reason: 'closed' })
    }
    if (answer !== null) await queueMessageMail('message_answer', id, tx)
    const act = answer === null ? 'message.put_aside' : 'message.answered'
    await recordAudit({ actor: actorOf(staff), role: staff.role, act, subject: id }, tx)
    if (message.orderId && answer !== null) {
      const data = { message: message.reference }
      await recordOrderEvent({ orderId: message.orderId, kind: 'message_answered', actor: actorOf(staff), data }, tx)
    }
  })
  wakeWorker()
}

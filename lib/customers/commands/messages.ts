import 'server-only'
import { isAddressProven } from '#lib/auth/repository/links.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder, requirePermission } from '#lib/core/rules/caller.ts'
import { addMessage, closeMessage, findMessage, findSameMessage } from '#lib/customers/repository/messages.ts'
import type { MessageBody } from '#lib/customers/rules/customer-message.ts'
import { isMessageMailQueued, queueMessageMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findRecipient } from '#lib/orders/repository/orders.ts'

const DAY = 24 * 60 * 60
/** For how long the same text is the same message. */
const SAME_FOR_MS = 15 * 60_000
/** For how many messages that name one address mails leave in a day, and for how many in all. */
const MAILED = { ofAddress: { points: 5, duration: DAY }, inAll: { points: 300, duration: DAY } }

/**
 * Takes a message in and queues its mails: a copy for the store, and one for the sender who is known to read the address,
 * being signed in with it, or holding an order whose address somebody has proven. To any other address nothing is sent: a
 * stranger could have typed it. Beyond so many in a day a message is kept like every other, and mails nobody.
 *
 * It is stored before any mail leaves, so a mail server that is down loses nothing. An order is attached only for a browser
 * that holds it. Who sends the same text again within a quarter of an hour, because the answer was lost, gets the same answer.
 */
export async function takeMessage(
  caller: Caller,
  input: MessageBody,
  { provenEmail }: { provenEmail: string | null },
): Promise<{ reference: string; isCopied: boolean }> {
  const orderId = input.orderId && ownsOrder(caller, input.orderId) ? input.orderId : null
  const email = input.email.trim().toLowerCase()
  const known = await findSameMessage({ ...input, email, orderId }, new Date(Date.now() - SAME_FOR_MS))
  if (known) return { reference: known.reference, isCopied: await isMessageMailQueued('message_received', known.id) }
  const isMailed =
    (await takePoint('contact-address', MAILED.ofAddress, email)) === null &&
    (await takePoint('contact-day', MAILED.inAll, 'all')) === null
  const isOwn = email === provenEmail || (orderId !== null && (await isReadBy(email, orderId)))
  const isCopied = isMailed && isOwn
  const { reference } = await transaction(async (tx) => {
    const stored = await addMessage({ ...input, email, orderId }, tx)
    if (isCopied) await queueMessageMail('message_received', stored.id, tx)
    if (isMailed) await queueMessageMail('message_for_store', stored.id, tx)
    if (orderId) {
      const data = { message: stored.reference }
      await recordOrderEvent({ orderId, kind: 'message_received', actor: actorOf(caller), data }, tx)
    }

    return stored
  })
  wakeWorker()

  return { reference, isCopied }
}

/** Tells whether this is the address of an order, and somebody is known to read it. */
async function isReadBy(email: string, orderId: string): Promise<boolean> {
  const order = await findRecipient(orderId)

  return order?.person.email === email && (await isAddressProven(orderId))
}

/**
 * Closes a message: with an answer it is mailed to the sender, without one it is put aside. Throws `not_found`, `conflict`
 * when somebody else has closed it, and with `reason` `erased` for an answer that nobody is left to read.
 */
export async function settleMessage(caller: Caller, { id, answer }: { id: string; answer: string | null }) {
  const staff = requirePermission(caller, 'messages.answer')
  await transaction(async (tx) => {
    const message = await findMessage(id, tx)
    if (!message) throw new AppError('not_found', 'There is no such message.')
    if (answer !== null && message.email === '') {
      throw new AppError('conflict', 'This person was erased.', { reason: 'erased' })
    }
    if (!(await closeMessage(id, { answer, answeredBy: staff.staffId }, tx))) {
      throw new AppError('conflict', 'Somebody else has closed the message.', { reason: 'closed' })
    }
    if (answer !== null) await queueMessageMail('message_answer', id, tx)
    const action = answer === null ? 'message.put_aside' : 'message.answered'
    await recordAudit({ actor: actorOf(staff), role: staff.role, act: action, subject: id }, tx)
    if (message.orderId && answer !== null) {
      const data = { message: message.reference }
      await recordOrderEvent({ orderId: message.orderId, kind: 'message_answered', actor: actorOf(staff), data }, tx)
    }
  })
  wakeWorker()
}

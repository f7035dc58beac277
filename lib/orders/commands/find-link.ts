import 'server-only'
import { findLinkedOrder, grantOrder } from '#lib/auth/repository/links.ts'
import { afterAnswer } from '#lib/core/commands/after-answer.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { takeTypedMail } from '#lib/orders/commands/buyer-mails.ts'
import { findOrdersByEnd } from '#lib/orders/repository/orders.ts'

const MAX_MAILS = 3
const MIN_INPUT = 4
const ONE_MAIL_PER_MS = 60_000

/**
 * Asks for a new link to the orders of this address whose number, or the ICCID of whose eSIM, is `hint` or ends with it.
 *
 * Resolves at once and always the same: neither the answer nor its time tells whether there is such an order.
 */
export async function requestFindLink(input: { email: string; hint: string }): Promise<void> {
  afterAnswer(mailLink(input), 'link not mailed')
}

async function mailLink({ email, hint }: { email: string; hint: string }): Promise<void> {
  const end = toPlain(hint)
  if (end.length < MIN_INPUT) return
  for (const order of await findOrdersByEnd(email.trim().toLowerCase(), end, MAX_MAILS)) {
    if (!(await takeTypedMail('find', order))) continue
    const minute = Math.floor(Date.now() / ONE_MAIL_PER_MS)
    await transaction((tx) =>
      queueMail(tx, { kind: 'find_link', orderId: order.id, dedupeKey: `find:${order.id}:${minute}` }),
    )
    wakeWorker()
  }
}

/** What tells numbers apart, however they are grouped. */
function toPlain(text: string): string {
  return plainCode(text).replaceAll(/[^A-Z0-9]/g, '')
}

/**
 * Swaps a mailed link for the token of a browser session, which goes on opening what the browser could open before.
 *
 * Throws `not_found` for a link that is unknown, old or taken back.
 */
export async function exchangeLink(
  token: string,
  formerSessionId: string | null = null,
): Promise<{ orderId: string; guestToken: string }> {
  const orderId = await findLinkedOrder(token)
  if (!orderId) throw new AppError('not_found', 'This link opens nothing.')

  return { orderId, guestToken: await grantOrder({ orderId, kind: 'link', formerSessionId }) }
}

import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { takeTypedMail } from '#lib/orders/commands/typed-mail.ts'
import { findOrdersForLink } from '#lib/orders/repository/orders.ts'

const MOST_ORDERS = 20
const ONE_MAIL_PER_MS = 60_000

const pending = new Set<Promise<void>>()

/**
 * Asks for a new link to the order of this address whose number is `hint`, or ends with it.
 *
 * Resolves at once and always the same: neither the answer nor its time tells whether there is such an order.
 */
export async function requestFindLink(input: { email: string; hint: string }): Promise<void> {
  const work: Promise<void> = mailLink(input)
    .catch((error: unknown) => log.error('link not mailed', { error }))
    .finally(() => pending.delete(work))
  pending.add(work)
}

/** Resolves when every asked link is queued, for an orderly end of the process. */
export async function findLinksQueued(): Promise<void> {
  await Promise.all(pending)
}

async function mailLink({ email, hint }: { email: string; hint: string }): Promise<void> {
  const wanted = toEmails(hint)
  const orders = await findOrdersForLink({ email: email.trim().toLowerCase(), number: null }, MOST_ORDERS)
  const order = orders.find(({ number }) => toEmails(number).endsWith(wanted))
  if (!order || wanted.length < 4) return
  if (!(await takeTypedMail('find', order))) return
  const minute = Math.floor(Date.now() / ONE_MAIL_PER_MS)
  await transaction((tx) =>
    queueMail(tx, { kind: 'find_link', orderId: order.id, dedupeKey: `find:${order.id}:${minute}` }),
  )
  wakeWorker()
}

function toEmails(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

import 'server-only'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { newId } from '#lib/core/rules/ids.ts'
import {
  type MailKind,
  type MessageMailKind,
  NEWS,
  SALES_MAIL_KIND,
  type StaffMailKind,
  TEST_MAIL_KIND,
} from '#lib/mail/rules/mail-kinds.ts'

/**
 * A mail to send: ids only, what it says is rendered when it leaves. The same `dedupeKey` is queued once, whatever happens
 * twice.
 */
export type NewMail = {
  kind: MailKind
  orderId: string
  dedupeKey: string
  payload?: Record<string, string | number | boolean | null>
  /** Not before this instant; at once where it is left out. */
  dueAt?: Date
}

/** Queues a mail in the transaction that makes it true. `false` when it was queued before. */
export async function queueMail(tx: Tx, mail: NewMail): Promise<boolean> {
  // The epoch as due date: a host clock that runs ahead must not delay a mail.
  const { payload = {}, dueAt: nextActionAt = new Date(0), ...rest } = mail
  const data = [{ ...rest, id: newId('out'), payload, nextActionAt }]
  const { count } = await tx.outbox.createMany({ data, skipDuplicates: true })

  return count === 1
}

/** Queues the next news about an order with the team, unless some wait already. */
export async function queueNextNews(orderId: string, mailId: string): Promise<void> {
  await transaction(async (tx) => {
    // Two mails that leave at the same time promise the same news.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`news:${orderId}`}, 0))`
    const isNews = { kind: 'order_problem', dedupeKey: { startsWith: 'news:' } }
    if (await tx.outbox.findFirst({ where: { ...isNews, orderId, state: 'DUE', id: { not: mailId } } })) return
    const row = { id: newId('out'), kind: 'order_problem', orderId, dedupeKey: `news:${mailId}` }
    const data = {
      payload: { situation: 'with_team', isAgain: true },
      nextActionAt: new Date(Date.now() + NEWS.dueAfter),
    }
    await tx.outbox.createMany({ data: [{ ...row, ...data }], skipDuplicates: true })
  })
}

/** Drops a mail that nobody needs any more. Nothing happens when the lease was lost. */
export async function dropMail({ id, epoch }: Lease): Promise<void> {
  await db().outbox.deleteMany({ where: { id, epoch, state: 'DUE' } })
}

/** Queues a mail about a message, in the transaction that stores or closes it. */
export async function queueMessageMail(kind: MessageMailKind, messageId: string, tx: Tx): Promise<void> {
  await queueOnceAbout(kind, messageId, tx)
}

/** Queues the mail that payments are taken again, in the transaction that takes the note of it. */
export async function queueSalesMail(noteId: string, tx: Tx): Promise<void> {
  await queueOnceAbout(SALES_MAIL_KIND, noteId, tx)
}

/** Tells whether a mail of this kind about a message has been queued, sent or not. */
export async function isMessageMailQueued(kind: MessageMailKind, messageId: string): Promise<boolean> {
  return (await db().outbox.count({ where: { dedupeKey: `${kind}:${messageId}` } })) > 0
}

async function queueOnceAbout(kind: MailKind, subject: string, tx: Tx): Promise<void> {
  const data = { id: newId('out'), kind, dedupeKey: `${kind}:${subject}`, payload: { subject } }
  await tx.outbox.createMany({ data: [{ ...data, nextActionAt: new Date(0) }], skipDuplicates: true })
}

/** The mails of a kind about one eSIM of an order since an instant, sent or not. */
export async function listEsimMails(
  { kind, orderId, esimId, since }: { kind: MailKind; orderId: string; esimId: string; since: Date },
  tx: Tx,
) {
  return tx.outbox.findMany({
    where: { kind, orderId, payload: { path: ['cardId'], equals: esimId }, createdAt: { gte: since } },
    orderBy: { createdAt: 'asc' },
    select: { state: true, createdAt: true },
  })
}

/** A queued mail, `null` when there is none. */
export async function getMail(id: string) {
  return db().outbox.findUnique({
    where: { id },
    select: { id: true, kind: true, orderId: true, payload: true, state: true, tries: true, createdAt: true },
  })
}

/** Notes how the sending of a mail ended. `false` when the lease was lost. */
export async function noteMail(
  lease: Lease,
  result: { state: 'SENT' } | { state: 'DUE' | 'GIVEN_UP'; error: string },
): Promise<boolean> {
  const { count } = await db().outbox.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: 'DUE' },
    data: {
      state: result.state,
      tries: { increment: 1 },
      lastError: 'error' in result ? result.error : null,
      sentAt: result.state === 'SENT' ? new Date() : null,
      endedAt: result.state === 'DUE' ? null : new Date(),
    },
  })

  return count === 1
}

/** A mail to somebody of staff. `subject` is the invitation or the person; the address is read when it leaves. */
export type NewStaffMail = { kind: StaffMailKind; subject: string; locale: string; dedupeKey: string }

/** Queues a mail to somebody of staff, in the transaction that makes it true. */
export async function queueStaffMail({ kind, dedupeKey, ...payload }: NewStaffMail, tx: Tx): Promise<void> {
  // The epoch as due date: a host clock that runs ahead must not delay a mail.
  const data = [{ id: newId('out'), kind, dedupeKey, payload, nextActionAt: new Date(0) }]
  await tx.outbox.createMany({ data, skipDuplicates: true })
}

/** Queues a mail with made-up contents of a kind to somebody of staff. */
export async function queueTestMail(
  mail: { staffId: string; sample: MailKind; locale: string },
  tx: Tx,
): Promise<void> {
  const { staffId: subject, sample, locale } = mail
  const id = newId('out')
  const payload = { subject, sample, locale }
  const data = [{ id, kind: TEST_MAIL_KIND, dedupeKey: `${TEST_MAIL_KIND}:${id}`, payload, nextActionAt: new Date(0) }]
  await tx.outbox.createMany({ data })
}

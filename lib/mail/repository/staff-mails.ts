import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { type MailKind, type StaffMailKind, TEST_MAIL_KIND } from '#lib/mail/rules/mail-kinds.ts'

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

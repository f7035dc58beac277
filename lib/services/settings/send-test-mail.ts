import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { queueTestMail } from '#lib/db/staff-mails.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import type { MailKind } from '#lib/domain/mail-kinds.ts'
import { wakeWorker } from '#lib/services/wake.ts'

/** Which mail, with made-up contents, and in which language. */
export type TestMail = { kind: MailKind; locale: string }

/** Queues a mail with made-up contents to whoever asks. It goes the way of all mails. Throws `forbidden`. */
export async function sendTestMail(caller: Caller, { kind, locale }: TestMail): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  const by = { actor: actorOf(staff), role: staff.role }
  await transaction(async (tx) => {
    await queueTestMail({ staffId: staff.staffId, sample: kind, locale }, tx)
    await recordAudit({ ...by, act: 'mail.tested', subject: kind, after: { locale } }, tx)
  })
  wakeWorker()
}

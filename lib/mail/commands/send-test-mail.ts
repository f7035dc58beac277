import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { queueTestMail } from '#lib/mail/repository/outbox.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'

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

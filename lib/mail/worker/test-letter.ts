import 'server-only'
import { findStaff } from '#lib/auth/repository/staff.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'
import { sampleMails } from '#lib/mail/sample-mails.ts'
import { mailSender } from '#lib/mail/worker/mail-shop.ts'
import type { Letter } from '#lib/mail/worker/send-mail.ts'

/** Returns a mail with made-up contents, to whoever asked for it; `null` when they are gone. */
export async function testLetter(id: string, payload: Record<string, unknown>): Promise<Letter | null> {
  const staff = await findStaff(String(payload.subject ?? ''))
  const kind = MAIL_KINDS.find((known) => known === payload.sample)
  if (!staff || !kind) return null
  const { shop } = await mailSender()

  return { id, kind, to: staff.email, contents: sampleMails(shop)[kind], locale: String(payload.locale ?? '') }
}

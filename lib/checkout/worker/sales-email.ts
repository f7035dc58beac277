import 'server-only'
import { findSalesNote } from '#lib/checkout/repository/sales-pause.ts'
import { env } from '#lib/core/env.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import { type MailKind, SALES_MAIL_KIND } from '#lib/mail/rules/mail-kinds.ts'

/** The mail to somebody who waited for payments: to whom, in which language, and what it says. */
type SalesEmail = { to: string; locale: string; contents: MailContents<typeof SALES_MAIL_KIND> }

/** Tells whether a mail says that payments are taken again. */
export function isSalesMail(kind: MailKind): kind is typeof SALES_MAIL_KIND {
  return kind === SALES_MAIL_KIND
}

/** Returns what the mail says; `null` when its reader was forgotten meanwhile. */
export async function salesEmail(id: string): Promise<SalesEmail | null> {
  const note = await findSalesNote(id)
  if (!note) return null
  const { email: to, locale } = note
  const url = new URL(localePath(toLocale(locale), '/destinations'), env.PUBLIC_URL).href

  return { to, locale, contents: { timeZone: 'UTC', url } }
}

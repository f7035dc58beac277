import 'server-only'
import { addToken } from '#lib/auth/repository/links.ts'
import { findStaff } from '#lib/auth/repository/staff.ts'
import { findOpenInvite, INVITE_DAYS } from '#lib/auth/repository/staff-invites.ts'
import { env } from '#lib/core/env.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import { LINK_MINUTES, type MailKind, STAFF_MAIL_KINDS, type StaffMailKind } from '#lib/mail/rules/mail-kinds.ts'

const MINUTE_MS = 60_000

/** A mail to somebody of staff: to whom, in which language, and what it says. */
type StaffEmail = { to: string; locale: string; contents: MailContents<StaffMailKind> }

/** Tells whether a mail goes to somebody who works here, instead of to a buyer. */
export function isStaffMail(kind: MailKind): kind is StaffMailKind {
  return (STAFF_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/**
 * Returns what a mail to staff says, with a link that is made now and kept nowhere else; `null` when the invitation or the
 * person is gone by now.
 */
export async function staffEmail(kind: StaffMailKind, payload: Record<string, unknown>): Promise<StaffEmail | null> {
  const subject = String(payload.subject ?? '')
  const locale = String(payload.locale ?? '')
  if (kind === 'staff_invite') {
    const invite = await findOpenInvite(subject)
    if (!invite) return null
    const minutes = INVITE_DAYS * 1440
    const token = await addToken({ purpose: 'staff_invite', subject, minutes })

    return { to: invite.email, locale, contents: { ...frame(`/invite/${token}`, minutes), role: invite.role } }
  }
  const staff = await findStaff(subject)
  if (!staff) return null
  const token = await addToken({ purpose: 'password_reset', subject, minutes: LINK_MINUTES.staff_reset })

  return { to: staff.email, locale, contents: frame(`/sign-in/reset/${token}`, LINK_MINUTES.staff_reset) }
}

function frame(path: string, minutes: number) {
  const until = new Date(Date.now() + minutes * MINUTE_MS)

  return { timeZone: 'UTC', url: new URL(path, env.PUBLIC_URL).href, until }
}

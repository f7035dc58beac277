import 'server-only'
import { findStaff } from '#lib/auth/repository/staff.ts'
import { env } from '#lib/core/env.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import { ALARM_MAIL_KINDS, type AlarmMailKind, type MailKind } from '#lib/mail/rules/mail-kinds.ts'
import { findAlarm } from '#lib/operations/repository/alarms.ts'
import { alarmPage, toAlarmKind } from '#lib/operations/rules/alarms.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/** A mail about an alarm: to whom, in which language, and what it says. */
type AlarmEmail = { to: string; locale: string; contents: MailContents<AlarmMailKind> }

/** Tells whether a mail is about something that is wrong with the store. */
export function isAlarmMail(kind: MailKind): kind is AlarmMailKind {
  return (ALARM_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/** Returns what a mail about an alarm says; `null` when the alarm or its reader is gone. */
export async function alarmEmail({ subject, staffId }: Record<string, unknown>): Promise<AlarmEmail | null> {
  const alarm = await findAlarm(String(subject ?? ''))
  const kind = toAlarmKind(alarm?.kind)
  const { 'alarms.to': address, 'alarms.language': locale } = await readSettings(['alarms.to', 'alarms.language'])
  const to = staffId === '' ? address : (await findStaff(String(staffId)))?.email
  if (!alarm || !kind || !to) return null
  const { count, since, seenAt } = alarm
  const url = new URL(alarmPage(kind), env.PUBLIC_URL).href

  return { to, locale: locale ?? '', contents: { timeZone: 'UTC', alarm: kind, count, since, seenAt, url } }
}

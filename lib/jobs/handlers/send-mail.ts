import 'server-only'
import type { Lease } from '#lib/db/leases.ts'
import { addAccessLink } from '#lib/db/links.ts'
import { getMailFacts } from '#lib/db/mail-facts.ts'
import { getMail, noteMail } from '#lib/db/outbox.ts'
import { findMailWishes } from '#lib/db/profiles.ts'
import { type MailKind, TEST_MAIL_KIND } from '#lib/domain/mail-kinds.ts'
import { mailPause } from '#lib/domain/timers.ts'
import { env } from '#lib/env.ts'
import { accountLetter, isAccountMail } from '#lib/jobs/handlers/account-letter.ts'
import { alarmLetter, isAlarmMail } from '#lib/jobs/handlers/alarm-letter.ts'
import { esimCopy } from '#lib/jobs/handlers/esim-copy.ts'
import { mailContents } from '#lib/jobs/handlers/mail-contents.ts'
import { mailSender } from '#lib/jobs/handlers/mail-shop.ts'
import { isMessageMail, messageLetter } from '#lib/jobs/handlers/message-letter.ts'
import { muteHeaders } from '#lib/jobs/handlers/mute-headers.ts'
import { isStaffMail, staffLetter } from '#lib/jobs/handlers/staff-letter.ts'
import { testLetter } from '#lib/jobs/handlers/test-letter.ts'
import { isTillMail, tillLetter } from '#lib/jobs/handlers/till-letter.ts'
import { log } from '#lib/log.ts'
import { crashPoint } from '#lib/services/fulfil-line/crash-point.ts'
import { holdLease, type Next } from '#lib/services/hold-lease.ts'
import { scaled } from '#lib/services/time-scale.ts'

const NO_SERVER_PAUSE_MS = 10 * 60_000

/** Sends a claimed mail: what it says is read and written now, with a link of its own. */
export async function sendMail(lease: Lease): Promise<void> {
  await holdLease('Outbox', lease, () => send(lease))
}

async function send(lease: Lease): Promise<Next> {
  const mail = await getMail(lease.id)
  if (mail?.state !== 'DUE') return null
  // Without a mail server the mail waits: setting one up later still sends it.
  if (!env.SMTP_URL) return NO_SERVER_PAUSE_MS
  try {
    const letter = await writeLetter(mail)
    if (!letter) {
      await noteMail(lease, { state: 'GIVEN_UP', error: 'subject gone' })

      return null
    }
    await crashPoint('mail_written')
    await deliver(letter)
    await crashPoint('mail_sent')
    await noteMail(lease, { state: 'SENT' })

    return null
  } catch (error) {
    return noteFailure(lease, { error, tries: mail.tries + 1 })
  }
}

type Mail = NonNullable<Awaited<ReturnType<typeof getMail>>>

async function writeLetter(mail: Mail): Promise<Letter | null> {
  if (mail.kind === TEST_MAIL_KIND) return testLetter(mail.id, toRecord(mail.payload))
  const kind = mail.kind as MailKind
  const payload = toRecord(mail.payload)
  if (isStaffMail(kind)) {
    const letter = await staffLetter(kind, payload)

    return letter && { id: mail.id, kind, ...letter }
  }
  if (isMessageMail(kind)) {
    const letter = await messageLetter(kind, String(payload.subject ?? ''))

    return letter && { id: mail.id, kind, ...letter }
  }
  if (isAccountMail(kind)) {
    const letter = await accountLetter(kind, payload)

    return letter && { id: mail.id, kind, ...letter }
  }
  if (isTillMail(kind)) {
    const letter = await tillLetter(String(payload.subject ?? ''))

    return letter && { id: mail.id, kind, ...letter }
  }
  if (isAlarmMail(kind)) {
    const letter = await alarmLetter(payload)

    return letter && { id: mail.id, kind, ...letter }
  }
  // A reminder that waited too long would tell what is no longer so.
  if (payload.goodUntil && new Date(String(payload.goodUntil)) <= new Date()) return null
  const facts = mail.orderId ? await getMailFacts(mail.orderId) : null
  if (!facts) return null
  const url = new URL(`/l/${await addAccessLink(facts.id)}`, env.PUBLIC_URL).href
  // What a customer has chosen for all mails counts before what the order was made with.
  const wish = await findMailWishes(facts.person.email)
  const timeZone = wish?.homeZone ?? facts.timeZone
  const subject = { facts: { ...facts, timeZone }, url, payload }
  const contents = kind === 'esim_copy' ? await esimCopy(subject) : await mailContents(kind, subject)
  if (!contents) return null

  return {
    id: mail.id,
    kind,
    to: facts.person.email,
    contents,
    locale: wish?.locale ?? facts.locale,
    ...muteHeaders(kind, facts.id),
  }
}

export type Letter = {
  id: string
  to: string
  kind: MailKind
  contents: object
  locale: string
  headers?: Record<string, string>
}

/** Loaded at first use: what writes HTML cannot be loaded by commands that run uncompiled. */
async function deliver({ id, to, kind, contents, locale, headers = {} }: Letter): Promise<void> {
  const { renderMail } = await import('#lib/mail/render-mail.tsx')
  const { createMailer, parseMailServer } = await import('#lib/mail/mailer.ts')
  const { toLocale } = await import('#lib/i18n/config.ts')
  const { shop, envelope } = await mailSender()
  const { pictures, ...rendered } = await renderMail(kind, { ...contents, shop } as never, toLocale(locale))
  const mailer = createMailer({ ...parseMailServer(env.SMTP_URL ?? ''), from: env.MAIL_FROM })
  try {
    const host = new URL(env.PUBLIC_URL).hostname
    const shown = [...(envelope.pictures ?? []), ...pictures]
    await mailer.send({ to, ...rendered, ...envelope, pictures: shown, messageId: `<${id}@${host}>`, headers })
  } finally {
    mailer.close()
  }
}

async function noteFailure(lease: Lease, { error, tries }: { error: unknown; tries: number }): Promise<Next> {
  const isFinal = error instanceof Error && 'kind' in error && error.kind === 'content'
  const pause = isFinal ? null : mailPause(tries)
  const name = error instanceof Error ? error.name : 'unknown'
  await noteMail(lease, { state: pause === null ? 'GIVEN_UP' : 'DUE', error: name })
  log.warn('mail not sent', { kind: 'mail', count: tries, error })

  return pause === null ? null : scaled(pause)
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

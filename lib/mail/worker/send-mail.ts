import 'server-only'
import { addAccessLink } from '#lib/auth/repository/links.ts'
import { findStaff } from '#lib/auth/repository/staff.ts'
import { isStaffMail, staffEmail } from '#lib/auth/worker/staff-email.ts'
import { isSalesMail, salesEmail } from '#lib/checkout/worker/sales-email.ts'
import { env } from '#lib/core/env.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'
import { log } from '#lib/core/log.ts'
import { SUBJECT_GONE } from '#lib/core/repository/jobs.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { mailPause } from '#lib/core/rules/timers.ts'
import { findMailPreferences } from '#lib/customers/repository/own-account.ts'
import { accountEmail, isAccountMail, isMessageMail, messageEmail } from '#lib/customers/worker/account-email.ts'
import { esimCopy, giftEmail, inLanguage, muteHeaders } from '#lib/esims/worker/esim-copy.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { type Next, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import type { MailShop } from '#lib/mail/mail-props.ts'
import type { OutgoingMail } from '#lib/mail/mailer.ts'
import { getOrderForMail, hasPaidSince, type OrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { dropMail, getMail, noteMail, queueNextNews } from '#lib/mail/repository/outbox.ts'
import { LINK_MINUTES, MAIL_KINDS, type MailKind, TEST_MAIL_KIND } from '#lib/mail/rules/mail-kinds.ts'
import { parseMailServer } from '#lib/mail/rules/mail-settings.ts'
import { PUSH_KIND } from '#lib/mail/rules/push.ts'
import { sampleMails } from '#lib/mail/sample-mails.ts'
import { isCreditOver, isWithTeam, mailContents } from '#lib/mail/worker/mail-contents.ts'
import { sendPush } from '#lib/mail/worker/send-push.ts'
import { alarmEmail, isAlarmMail } from '#lib/operations/worker/alarm-email.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { readSettings, readShopSettings } from '#lib/settings/repository/settings.ts'
import { findPicture } from '#lib/settings/repository/shop-pictures.ts'
import { findWrittenLanguage } from '#lib/settings/repository/texts.ts'

const NO_SERVER_PAUSE_MS = 10 * 60_000

/** Sends a claimed mail: what it says is read and written now, with a link of its own. */
export async function sendMail(lease: Lease): Promise<void> {
  await withLease('Outbox', lease, () => send(lease))
}

async function send(lease: Lease): Promise<Next> {
  const mail = await getMail(lease.id)
  if (mail?.state !== 'DUE') return null
  if (mail.kind === PUSH_KIND) {
    try {
      const [{ shop }, reader] = await Promise.all([mailSender(), readerOf(mail)])

      return await sendPush(lease, { ...mail, payload: toRecord(mail.payload), shop, reader })
    } catch (error) {
      return noteFailure(lease, { error, tries: mail.tries + 1 })
    }
  }
  // Without a mail server the mail waits: setting one up later still sends it.
  if (!env.SMTP_URL) return NO_SERVER_PAUSE_MS
  try {
    if (await isNewsOfThePast(mail)) {
      await dropMail(lease)

      return null
    }
    const message = await writeEmail(mail)
    if (!message) {
      await noteMail(lease, { state: 'GIVEN_UP', error: SUBJECT_GONE })

      return null
    }
    await failpoint('mail_written')
    await deliver(message)
    await failpoint('mail_sent')
    if (mail.orderId && promisesNews(mail)) await queueNextNews(mail.orderId, mail.id)
    await noteMail(lease, { state: 'SENT' })

    return null
  } catch (error) {
    return noteFailure(lease, { error, tries: mail.tries + 1 })
  }
}

type Mail = NonNullable<Awaited<ReturnType<typeof getMail>>>

/** The mail about an order with the team says by when the next one comes. */
function promisesNews({ kind, payload }: Mail): boolean {
  return kind === 'order_problem' && toRecord(payload).situation !== 'confirming'
}

/**
 * News of an order that is with the team, or of which nobody knows whether it was placed, are needed no more when that is
 * over: what it came to has a mail of its own. Nor is anybody told of a credit that was taken back, reminded of an order that
 * was paid after all or bought anew, or sent to pay for one that waits for no payment.
 */
async function isNewsOfThePast({ kind, orderId, payload }: Mail): Promise<boolean> {
  const isReminder = kind === 'abandoned_checkout'
  const isBill = kind === 'pay_link'
  if (kind === 'credit_given') return isCreditOver(String(toRecord(payload).creditId))
  if (!orderId || !(isReminder || isBill || kind === 'order_problem')) return false
  const facts = await getOrderForMail(orderId)
  if (!facts) return true
  if (isBill) return facts.items.every(({ state }) => state !== 'AWAITING_PAYMENT')
  if (!isReminder) {
    const isConfirming = toRecord(payload).situation === 'confirming'

    return isConfirming ? facts.items.every(({ state }) => state !== 'UNKNOWN') : !isWithTeam(facts)
  }

  return facts.items.some(({ state }) => state !== 'EXPIRED') || (await hasPaidSince(facts))
}

async function writeEmail(mail: Mail): Promise<Email | null> {
  if (mail.kind === TEST_MAIL_KIND) return testEmail(mail.id, toRecord(mail.payload))
  const kind = mail.kind as MailKind
  const payload = toRecord(mail.payload)
  if (isAskedTooLongAgo(mail)) return null
  if (isStaffMail(kind)) {
    const message = await staffEmail(kind, payload)

    return message && { id: mail.id, kind, ...message }
  }
  if (isMessageMail(kind)) {
    const message = await messageEmail(kind, String(payload.subject ?? ''))

    return message && { id: mail.id, kind, ...message }
  }
  if (isAccountMail(kind)) {
    const message = await accountEmail(kind, payload)

    return message && { id: mail.id, kind, ...message }
  }
  if (isSalesMail(kind)) {
    const message = await salesEmail(String(payload.subject ?? ''))

    return message && { id: mail.id, kind, ...message }
  }
  if (isAlarmMail(kind)) {
    const message = await alarmEmail(payload)

    return message && { id: mail.id, kind, ...message }
  }
  // A reminder that waited too long would tell what is no longer so.
  if (payload.goodUntil && new Date(String(payload.goodUntil)) <= new Date()) return null
  const reader = await readerOf(mail)
  if (!reader) return null
  const { facts, locale } = reader
  if (kind === 'gift') {
    const message = await giftEmail(facts, payload)

    return message && { id: mail.id, kind, locale, ...message }
  }
  // Nobody is left to tell: who bought it has been erased.
  if (facts.person.email === '') return null
  const url = new URL(privatePath(toLocale(locale), `/l/${await addAccessLink(facts.id)}`), env.PUBLIC_URL).href
  const subject = { facts, url, payload }
  const contents = kind === 'esim_copy' ? await esimCopy(subject) : await mailContents(kind, subject)
  if (!contents) return null

  return {
    id: mail.id,
    kind,
    to: facts.person.email,
    contents,
    locale,
    ...muteHeaders(kind, facts.id),
  }
}

function isAskedTooLongAgo({ kind, createdAt }: Mail): boolean {
  const minutes: number | undefined = (LINK_MINUTES as Partial<Record<string, number>>)[kind]

  return minutes !== undefined && Date.now() - createdAt.getTime() > minutes * 60_000
}

/** What is told about an order, and how its reader wants it told; `null` when the order is gone. */
async function readerOf({ orderId, kind }: Mail): Promise<{ facts: OrderForMail; locale: string } | null> {
  const facts = orderId ? await getOrderForMail(orderId) : null
  if (!facts) return null
  // What a customer has chosen for all mails counts before what the order was made with.
  const input = await findMailPreferences(facts.person.email)
  // Whom a gift goes to has chosen no language: it is the one that it was bought in.
  const locale = (kind === 'gift' ? null : input?.locale) ?? facts.locale
  const timeZone = input?.homeZone ?? facts.timeZone

  return { facts: await inLanguage({ ...facts, timeZone }, locale), locale }
}

type Email = {
  id: string
  to: string
  kind: MailKind
  contents: object
  locale: string
  headers?: Record<string, string>
}

/** Loaded at first use: what writes HTML cannot be loaded by commands that run uncompiled. */
async function deliver({ id, to, kind, contents, locale, headers = {} }: Email): Promise<void> {
  const { renderMail } = await import('#lib/mail/render-mail.tsx')
  const { createMailer } = await import('#lib/mail/mailer.ts')
  const [{ shop, envelope }, written] = await Promise.all([mailSender(), findWrittenLanguage(locale)])
  const props = { ...contents, shop } as never
  const { pictures, ...rendered } = await renderMail(kind, props, written.locale, written.texts)
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
  const kind = error instanceof Error && 'kind' in error ? error.kind : null
  const isOutage = kind === 'server' || kind === 'network'
  const pause = kind === 'content' ? null : mailPause(tries, { isOutage })
  const name = error instanceof Error ? error.name : 'unknown'
  await noteMail(lease, { state: pause === null ? 'GIVEN_UP' : 'DUE', error: name })
  log.warn('mail not sent', { kind: 'mail', count: tries, error })

  return pause === null ? null : scaled(pause)
}

/** Returns a mail with made-up contents, to whoever asked for it; `null` when they are gone. */
export async function testEmail(id: string, payload: Record<string, unknown>): Promise<Email | null> {
  const staff = await findStaff(String(payload.subject ?? ''))
  const kind = MAIL_KINDS.find((known) => known === payload.sample)
  if (!staff || !kind) return null
  const { shop } = await mailSender()

  return { id, kind, to: staff.email, contents: sampleMails(shop)[kind], locale: String(payload.locale ?? '') }
}

const LOGO_CID = 'logo'

/** Who a mail comes from: the shop as its text names it, and what its envelope says beside our address. */
type MailSender = { shop: MailShop; envelope: Pick<OutgoingMail, 'pictures' | 'senderName' | 'replyTo'> }

/** Reads who mails come from, as the settings say now. */
export async function mailSender(): Promise<MailSender> {
  const { name, supportEmail, accent, logo } = await readShopSettings()
  const own = await readSettings(['shop.name', 'mails.sender_name', 'mails.reply_to'])
  const bytes = logo && (await findPicture(logo.hash))?.bytes
  // A name that the owner gave the shop also goes before the name in the address of the environment.
  const senderName = own['mails.sender_name'] ?? own['shop.name']
  const replyTo = own['mails.reply_to']

  return {
    shop: {
      name,
      url: env.PUBLIC_URL,
      supportEmail,
      isTrial: env.STORE_MODE === 'trial',
      accent,
      logo: logo && bytes ? { ...logo, src: `cid:${LOGO_CID}` } : null,
    },
    envelope: {
      ...(bytes ? { pictures: [{ cid: LOGO_CID, name: 'logo.png', type: 'image/png', bytes }] } : {}),
      ...(senderName === null ? {} : { senderName }),
      ...(replyTo === null ? {} : { replyTo }),
    },
  }
}

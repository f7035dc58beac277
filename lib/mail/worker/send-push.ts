import 'server-only'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { mailPause } from '#lib/core/rules/timers.ts'
import { encryptPush, mayPushTo, postPush } from '#lib/mail/commands/web-push.ts'
import type { MailShop } from '#lib/mail/mail-props.ts'
import type { OrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { beginPush, dropPush, findPushTarget, forgetPushSubscription, returnPush } from '#lib/mail/repository/push.ts'
import { type PushMessage, toPushTopic } from '#lib/mail/rules/push.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { readShopSettings } from '#lib/settings/repository/settings.ts'
import { findWrittenLanguage } from '#lib/settings/repository/texts.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

const LASTS_SECONDS = 7 * 24 * 3600
const USUAL_ICON = '/icons/icon-192.png'

/** A message to one browser as it waits in the outbox. `reader` is `null` when its order is gone. */
export type QueuedPush = {
  id: string
  tries: number
  payload: Record<string, unknown>
  shop: MailShop
  reader: { facts: OrderForMail; locale: string } | null
}

/**
 * Tells one browser what a mail says. It is noted as sent before it is: one whose answer was lost is never repeated, and
 * one that was not taken is tried as often as a mail. A browser that its service does not know any more is forgotten.
 * Returns when it is tried again, in milliseconds.
 */
export async function sendPush(lease: Lease, push: QueuedPush): Promise<number | null> {
  const browser = String(push.payload.browser ?? '')
  const lasts = secondsLeft(push.payload.goodUntil)
  const target = await findPushTarget(browser)
  const message = target && mayPushTo(target.endpoint) && lasts > 0 ? await writePush(push) : null
  if (!target || !message) return end(lease)
  const encrypted = await encryptPush(target, message, { lasts, contact: contactOf(push.shop) })
  // Its keys are those of no browser.
  if (!encrypted) return end(lease, browser)
  if (!(await beginPush(lease))) return null
  const { answer, code } = await postPush(encrypted)
  if (answer === 'taken') return null
  const tries = push.tries + 1
  log.warn('push not sent', { kind: answer, count: tries, code })
  if (answer === 'lost') return null
  if (answer === 'gone') return end(lease, browser)
  const pause = answer === 'later' ? mailPause(tries) : null
  if (pause === null) return end(lease)
  await returnPush(lease, answer)

  return scaled(pause)
}

async function end(lease: Lease, browser?: string): Promise<null> {
  if (browser !== undefined) await forgetPushSubscription(browser)
  await dropPush(lease)

  return null
}

function secondsLeft(goodUntil: unknown): number {
  if (!goodUntil) return LASTS_SECONDS

  return Math.max(0, Math.round((new Date(String(goodUntil)).getTime() - Date.now()) / 1000))
}

function contactOf({ supportEmail, url }: MailShop): string {
  if (supportEmail) return `mailto:${supportEmail}`

  return url.startsWith('https:') ? url : `mailto:${env.MAIL_FROM}`
}

/** What a mail says in its head, as two lines. Neither an address nor a number goes with it: the browser knows its page. */
async function writePush({ id, payload, shop, reader }: QueuedPush): Promise<PushMessage | null> {
  const topic = toPushTopic(payload.topic)
  if (!reader || !topic) return null
  const { facts, locale: wanted } = reader
  // Loaded at first use, as what writes a mail is.
  const [{ composeMail }, { createWriter }, { directionOf }] = await Promise.all([
    import('#lib/mail/compose/compose-mail.ts'),
    import('#lib/mail/writer.ts'),
    import('#lib/core/i18n/config.ts'),
  ])
  const [{ locale, texts }, { icon }] = await Promise.all([findWrittenLanguage(wanted), readShopSettings()])
  const writer = createWriter(locale, facts.timeZone ?? 'UTC', texts)
  const contents = await mailContents(topic, { facts, url: '', payload })
  const { subject, heading, preview } = composeMail(topic, { ...contents, shop } as never, writer)

  return {
    // The subject of the ready mail names the order; which plan runs low stands in a subject alone.
    title: topic === 'order_ready' ? heading : subject,
    body: preview,
    lang: locale,
    dir: directionOf(locale),
    icon: icon ? picturePath(icon) : USUAL_ICON,
    tag: topic === 'order_ready' ? topic : id,
  }
}

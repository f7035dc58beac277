import 'server-only'
import { isAddressProven } from '#lib/auth/repository/links.ts'
import { listNamedDestinations } from '#lib/catalog/repository/catalog.ts'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote.ts'
import { env } from '#lib/core/env.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { openStoredEsim } from '#lib/esims/commands/reveal-esim.ts'
import { shareAsGift } from '#lib/esims/commands/shares.ts'
import { getEsimToOpen } from '#lib/esims/repository/esims.ts'
import { reminderToken } from '#lib/esims/repository/reminders.ts'
import { toReminderKind } from '#lib/esims/rules/reminders.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import type { OrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import { type MailSubject, planOf } from '#lib/mail/worker/mail-contents.ts'
import { startGift } from '#lib/orders/repository/gifts.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/**
 * What the mail with the code of an eSIM says, opened as it leaves. `null` when it must not leave any more: the eSIM goes
 * back, its code is not kept, or for a copy that was asked for: the shop sends none now, or nobody reads the address.
 */
export async function esimCopy({ facts, url, payload }: MailSubject): Promise<MailContents<'esim_copy'> | null> {
  const esim = await getEsimToOpen(String(payload.cardId ?? ''))
  if (!esim?.revealedAt || !esim.sealedCode || esim.item.orderId !== facts.id) return null
  if (esim.item.state !== 'DELIVERED' || !['NONE', 'REFUSED'].includes(esim.cancelState)) return null
  const why = payload.why === 'ready' ? 'ready' : 'asked'
  if (why === 'asked' && !(await maySend(facts.id))) return null
  const placed = facts.items
    .filter(({ state }) => state === 'DELIVERED')
    .flatMap((item) => item.esims.map((own) => ({ ...own, item })))
  const index = placed.findIndex(({ id }) => id === esim.id)
  const own = placed[index]
  if (!own) return null
  const { id: _, iccid: __, links: ___, ...code } = openStoredEsim(esim)

  return {
    order: { reference: facts.number, url, timeZone: facts.timeZone ?? 'UTC' },
    why,
    destination: parseQuoteSnapshot(own.item.quote.snapshot).destination.name,
    n: index + 1,
    total: facts.items.reduce((sum, { quote }) => sum + quote.count, 0),
    installBefore: own.activateBefore ? lastInstallMinute(own.activateBefore) : null,
    code,
  }
}

async function maySend(orderId: string): Promise<boolean> {
  const { 'mails.copy': isOn } = await readSettings(['mails.copy'])

  return isOn !== false && (await isAddressProven(orderId))
}

type GiftEmail = { to: string; contents: MailContents<'gift'> }

/**
 * Gives the eSIMs of an item to whom they are for: a link and a PIN each, made as the mail leaves. `null` when there is
 * nothing to give any more: the gift was called off, the eSIMs went back, or somebody has them already.
 */
export async function giftEmail(facts: OrderForMail, payload: Record<string, unknown>): Promise<GiftEmail | null> {
  const item = facts.items.find(({ id }) => id === payload.lineId)
  if (item?.state !== 'DELIVERED') return null
  const gift = await startGift(facts.id)
  if (!gift) return null
  const esims: MailContents<'gift'>['esims'] = []
  for (const { id, activateBefore } of item.esims) {
    const share = await shareAsGift(id, gift.sharedAt ?? new Date())
    if (share) esims.push({ ...share, installBefore: activateBefore ? lastInstallMinute(activateBefore) : null })
  }
  const [first] = esims
  if (!first) return null
  const { email: to, from, message } = gift
  const timeZone = facts.timeZone ?? 'UTC'

  return {
    to,
    contents: { timeZone, from, message, esims, plan: planOf(item) },
  }
}

/** The order as a reader of a language is told of it: places that were bought in another one are named as on its page. */
export async function inLanguage(facts: OrderForMail, locale: string): Promise<OrderForMail> {
  const foreign = facts.items.filter(({ quote }) => quote.locale !== locale)
  if (foreign.length === 0) return facts
  const ids = foreign.map(({ quote }) => quote.skuId)
  const names = new Map((await listNamedDestinations(ids, locale)).map((one) => [one.id, destinationName(one, locale)]))
  const items = facts.items.map((item) => {
    const name = foreign.includes(item) ? names.get(item.quote.skuId) : undefined
    if (name === undefined) return item
    const { destination, ...rest } = parseQuoteSnapshot(item.quote.snapshot)

    return { ...item, quote: { ...item.quote, snapshot: { ...rest, destination: { ...destination, name } } } }
  })

  return { ...facts, items }
}

/** What makes a mailbox offer a button of its own that switches the reminders of an order off; nothing for other mails. */
export function muteHeaders(kind: MailKind, orderId: string): { headers?: Record<string, string> } {
  if (toReminderKind(kind) === null) return {}
  const url = new URL(`/api/reminders/${reminderToken(orderId)}`, env.PUBLIC_URL).href

  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}

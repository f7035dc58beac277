import 'server-only'
import { isAddressProven } from '#lib/auth/repository/links.ts'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote.ts'
import { env } from '#lib/core/env.ts'
import { openStoredEsim } from '#lib/esims/commands/reveal-esim.ts'
import { getEsimToOpen } from '#lib/esims/repository/esims.ts'
import { reminderToken } from '#lib/esims/repository/reminders.ts'
import { toReminderKind } from '#lib/esims/rules/reminders.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import type { MailSubject } from '#lib/mail/worker/mail-contents.ts'
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

/** What makes a mailbox offer a button of its own that switches the reminders of an order off; nothing for other mails. */
export function muteHeaders(kind: MailKind, orderId: string): { headers?: Record<string, string> } {
  if (toReminderKind(kind) === null) return {}
  const url = new URL(`/api/reminders/${reminderToken(orderId)}`, env.PUBLIC_URL).href

  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}

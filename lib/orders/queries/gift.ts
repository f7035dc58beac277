import 'server-only'
import { findGift } from '#lib/orders/repository/gifts.ts'
import type { GiftView } from '#lib/orders/rules/gift.ts'

/** A gift as the buyer of its order sees it, `null` where it is none. Asks for no caller: the order was let be seen. */
export async function getGift(orderId: string): Promise<GiftView | null> {
  const gift = await findGift(orderId)
  if (!gift) return null
  const { email, from, message, sendOn, dueAt, mails } = gift
  const [name = '', domain = ''] = email.split('@')
  const sentAt = mails.map((mail) => mail.sentAt).find((at) => at !== null) ?? null
  const hasFailed = mails.length > 0 && mails.every(({ state }) => state === 'GIVEN_UP')

  return {
    ...{ from, message, sendOn, dueAt, sentAt },
    emailMasked: `${name.slice(0, 1)}•••@${domain}`,
    state: sentAt ? 'sent' : hasFailed ? 'failed' : 'waiting',
  }
}

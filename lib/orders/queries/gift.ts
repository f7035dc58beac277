import 'server-only'
import { SUBJECT_GONE } from '#lib/core/repository/jobs.ts'
import { maskLocalPart } from '#lib/core/rules/mask.ts'
import { findGift, hasFailed } from '#lib/orders/repository/gifts.ts'

/**
 * A gift as the buyer of its order sees it, `null` where it is none, or where its eSIMs went another way before it was due.
 * Asks for no caller: the order was let be seen.
 */
export async function getGift(orderId: string) {
  const gift = await findGift(orderId)
  if (!gift) return null
  const { email, from, message, sendOn, dueAt, sharedAt } = gift
  const mails = gift.mails.filter(({ lastError }) => lastError !== SUBJECT_GONE)
  if (gift.mails.length > 0 && mails.length === 0) return null
  const isWaiting = mails.some(({ state }) => state === 'DUE')
  // Mails are kept for a time; that it went out stays known.
  const sentAt = mails.map((mail) => mail.sentAt).find((at) => at !== null) ?? (isWaiting ? null : sharedAt)
  const isDue = sharedAt !== null || dueAt <= new Date()

  return {
    ...{ from, message, sendOn, dueAt, sentAt },
    emailMasked: maskLocalPart(email),
    state: mails.some(({ state }) => state === 'GIVEN_UP') ? 'failed' : sentAt ? 'sent' : isDue ? 'ready' : 'waiting',
    isChangeable: sharedAt === null || hasFailed(gift.mails),
  }
}

/** A gift as its buyer sees it. */
export type GiftView = NonNullable<Awaited<ReturnType<typeof getGift>>>

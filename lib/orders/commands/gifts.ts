import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { changeGift, type NewGift, removeGift } from '#lib/orders/repository/gifts.ts'
import { type GiftInput, giftDueAt } from '#lib/orders/rules/gift.ts'

/** Returns a gift with the instant it goes out. Throws `bad_input` for a day that is over or too far off. */
export function toGift({ email, ...input }: GiftInput, timeZone: string | null): NewGift {
  const dueAt = giftDueAt(input.sendOn, { timeZone: timeZone ?? 'UTC', now: new Date() })
  if (!dueAt)
    throw new AppError('bad_input', 'A gift goes out on a day of the next weeks.', {
      fields: ['gift'],
      reason: 'gift_date',
    })

  return { ...input, email: email.trim().toLowerCase(), dueAt }
}

/**
 * Changes to whom an order goes as a gift, or when, while it is not on its way.
 *
 * Throws `not_found` for an order of somebody else, `bad_input` as `toGift`, `conflict` once it is on its way.
 */
export async function setGift(caller: Caller, orderId: string, input: GiftInput): Promise<void> {
  const order = ownsOrder(caller, orderId)
    ? await db().order.findUnique({ where: { id: orderId }, select: { timeZone: true } })
    : null
  if (!order) throw new AppError('not_found', 'There is no such order.')
  const gift = toGift(input, order.timeZone)
  if (!(await transaction((tx) => changeGift(orderId, gift, tx)))) throw onItsWay()
  wakeWorker()
}

/** Calls a gift off: its eSIMs stay with the buyer. Throws as `setGift`. */
export async function dropGift(caller: Caller, orderId: string): Promise<void> {
  if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order.')
  if (!(await transaction((tx) => removeGift(orderId, tx)))) throw onItsWay()
}

function onItsWay(): AppError {
  return new AppError('conflict', 'The gift is on its way.', { reason: 'changed' })
}

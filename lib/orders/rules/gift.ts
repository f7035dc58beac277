import { addDays, type CalendarDate } from '#lib/core/rules/calendar-days.ts'
import { instantOf, localTimeAt } from '#lib/core/rules/zoned-time.ts'

/** So many days ahead a gift may wait: its eSIM has to be installed in time. */
export const GIFT_DAYS = 60
export const GIFT_LENGTHS = { from: 80, message: 500 } as const
// The mail goes out in the shop's name to somebody who did not ask for it.
export const GIFT_LINK = /:\/\/|\bwww\.|[\w-]\.[a-z]{2,}\//i
const MORNING = '09:00'

/** Whom an order goes to as a gift, as its buyer says it. `sendOn` (`YYYY-MM-DD`) is empty for as soon as it is there. */
export type GiftInput = { email: string; from: string; message: string; sendOn: string }

/** The instant from which a gift may go out, in the morning of its day; `null` for a day that is over, too far off, or none. */
export function giftDueAt(sendOn: string, { timeZone, now }: { timeZone: string; now: Date }): Date | null {
  if (sendOn === '') return now
  const today = localTimeAt(now, timeZone).slice(0, 10) as CalendarDate
  // Where the zone is not known, the buyer's today may be yesterday.
  const isFar = sendOn < addDays(today, -1) || sendOn > addDays(today, GIFT_DAYS)
  const dueAt = isFar ? null : instantOf(`${sendOn}T${MORNING}`, timeZone)

  return dueAt && dueAt < now ? now : dueAt
}

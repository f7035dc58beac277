import 'server-only'
import { db } from '#lib/db/client.ts'
import type { CalendarDate } from '#lib/domain/calendar-date.ts'
import { type Caller, ownsOrder } from '#lib/domain/caller.ts'
import { lastInstallMinute } from '#lib/domain/install-deadline.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/domain/quote-snapshot.ts'
import { coveredTime } from '#lib/domain/trip.ts'
import { getUsage } from '#lib/queries/usage.ts'

/** What there is to remember about an eSIM: the last minute to install it, and the earliest its plan may end. */
export type CardDates = {
  orderId: string
  orderNumber: string
  destination: string
  installBy: Date | null
  endsAt: Date | null
}

/** The dates of a card whose order this browser holds. `null` for every other one. Reads our database only. */
export async function getCardDates(caller: Caller, cardId: string, now: Date): Promise<CardDates | null> {
  const card = await db().card.findUnique({
    where: { id: cardId },
    select: {
      activateBefore: true,
      revealedAt: true,
      line: {
        select: {
          orderId: true,
          order: { select: { number: true } },
          quote: { select: { days: true, startDate: true, snapshot: true } },
        },
      },
    },
  })
  if (!card || !ownsOrder(caller, card.line.orderId)) return null
  const { order, orderId, quote } = card.line
  const snapshot = parseQuoteSnapshot(quote.snapshot)
  const usage = (await getUsage([cardId], now))[cardId]
  const days = quotedDays(snapshot, quote.days)
  const planned = quote.startDate ? coveredTime(quote.startDate as CalendarDate, days).ends : null

  return {
    orderId,
    orderNumber: order.number,
    destination: snapshot.destination.name,
    installBy: card.activateBefore ? lastInstallMinute(card.activateBefore) : null,
    endsAt: usage?.facts?.endsAt ?? planned,
  }
}

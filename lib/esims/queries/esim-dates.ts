import 'server-only'
import { lastInstallMinute } from '#lib/catalog/rules/install-deadline.ts'
import { coveredTime } from '#lib/catalog/rules/trip.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import { db } from '#lib/core/repository/client.ts'
import type { CalendarDate } from '#lib/core/rules/calendar-date.ts'
import { type Caller, holdsEsim, ownsOrder } from '#lib/core/rules/caller.ts'
import { getUsage } from '#lib/esims/queries/usage.ts'

/** What there is to remember about an eSIM: the last minute to install it, and the earliest its plan may end. */
export type EsimDates = {
  /** The order it came with; `null` for whoever was given this one eSIM. */
  order: { id: string; number: string } | null
  iccidLast4: string
  destination: string
  installBy: Date | null
  endsAt: Date | null
}

/** The dates of an eSIM that this browser holds, with its order or alone. `null` for every other one. Reads our database only. */
export async function getEsimDates(caller: Caller, esimId: string, now: Date): Promise<EsimDates | null> {
  const esim = await db().esim.findUnique({
    where: { id: esimId },
    select: {
      iccid: true,
      activateBefore: true,
      item: {
        select: {
          orderId: true,
          order: { select: { number: true } },
          quote: { select: { days: true, startDate: true, snapshot: true } },
        },
      },
    },
  })
  if (!esim || !holdsEsim(caller, { id: esimId, orderId: esim.item.orderId })) return null
  const { order, orderId, quote } = esim.item
  const snapshot = parseQuoteSnapshot(quote.snapshot)
  const usage = (await getUsage([esimId], now))[esimId]
  const days = quotedDays(snapshot, quote.days)
  const planned = quote.startDate ? coveredTime(quote.startDate as CalendarDate, days).ends : null

  return {
    order: ownsOrder(caller, orderId) ? { id: orderId, number: order.number } : null,
    iccidLast4: esim.iccid.slice(-4),
    destination: snapshot.destination.name,
    installBy: esim.activateBefore ? lastInstallMinute(esim.activateBefore) : null,
    endsAt: usage?.facts?.endsAt ?? planned,
  }
}

import 'server-only'
import { parseStoredReadings } from '#lib/cancellations/rules/cancellation-readings.ts'
import { readPlaceNames } from '#lib/catalog/queries/places.ts'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { coveredTime } from '#lib/catalog/rules/trip.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, holdsEsim, ownsOrder } from '#lib/core/rules/caller.ts'
import type { CalendarDate } from '#lib/core/rules/field-schemas.ts'
import { findMuted, findReminderOrder, hasReminders } from '#lib/esims/repository/reminders.ts'
import { listUsage } from '#lib/esims/repository/usage.ts'
import { type ReminderKind, toReminderKind } from '#lib/esims/rules/reminders.ts'
import { toUsageView, type UsageView } from '#lib/esims/rules/usage.ts'

/**
 * What is known about the use of these eSIMs, by the eSIM's id. Reads our database only.
 *
 * Asks for no caller: the eSIMs come from an order that the caller was let see.
 */
export async function getUsage(esimIds: string[], now: Date): Promise<Record<string, UsageView>> {
  const esims = await listUsage(esimIds)

  return Object.fromEntries(
    esims.map(({ id, facts, readings, askedAt }) => {
      const { hasInstallSignal, signalReadAt } = parseStoredReadings(facts)
      const isKnown = hasInstallSignal !== null && signalReadAt !== null
      const signal = isKnown ? { hasChip: hasInstallSignal, readAt: new Date(signalReadAt) } : null

      return [id, toUsageView(readings, { askedAt, signal, now })]
    }),
  )
}

/**
 * What there is to remember about an eSIM that this browser holds, with its order or alone: the last minute to install it, and
 * the earliest its plan may end, with its place in the language of the reader. `null` for every other one. Reads our database only.
 */
export async function getEsimDates(caller: Caller, esimId: string, { now, locale }: { now: Date; locale: string }) {
  const esim = await db().esim.findUnique({
    where: { id: esimId },
    select: {
      iccid: true,
      activateBefore: true,
      item: {
        select: {
          orderId: true,
          order: { select: { number: true } },
          quote: { select: { days: true, startDate: true, skuId: true, locale: true, snapshot: true } },
        },
      },
    },
  })
  if (!esim || !holdsEsim(caller, { id: esimId, orderId: esim.item.orderId })) return null
  const { order, orderId, quote } = esim.item
  const snapshot = parseQuoteSnapshot(quote.snapshot)
  const [usages, nameOf] = await Promise.all([getUsage([esimId], now), readPlaceNames([quote], locale)])
  const days = quotedDays(snapshot, quote.days)
  const planned = quote.startDate ? coveredTime(quote.startDate as CalendarDate, days).ends : null

  return {
    order: ownsOrder(caller, orderId) ? { id: orderId, number: order.number } : null,
    iccidLast4: esim.iccid.slice(-4),
    destination: nameOf(quote, snapshot.destination).name,
    installBy: esim.activateBefore ? lastInstallMinute(esim.activateBefore) : null,
    endsAt: usages[esimId]?.facts?.endsAt ?? planned,
  }
}

/** The reminders of an order that are off, `null` where the shop sends none. Asks for no caller: the order was let be seen. */
export async function getMutedReminders(orderId: string): Promise<ReminderKind[] | null> {
  if (!(await hasReminders())) return null

  return (await findMuted(orderId)).flatMap((name) => toReminderKind(name) ?? [])
}

/** The order whose reminders the bearer of a mail may switch off, and whether they are; `null` for a foreign token. */
export async function getReminderOrder(token: string): Promise<{ number: string; isOff: boolean } | null> {
  return findReminderOrder(token)
}

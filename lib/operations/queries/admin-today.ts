import 'server-only'
import { findCoverageFigures } from '#lib/catalog/repository/admin-catalog.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { readRecovery } from '#lib/fulfilment/queries/admin-recovery.ts'
import { getOpenAlarms } from '#lib/operations/queries/admin-alarms.ts'
import { listNeeds } from '#lib/operations/queries/admin-needs.ts'
import { listBreakers, readCallFigures, readSession } from '#lib/operations/repository/admin-health.ts'
import { readDay, readDeliveries, sumSales } from '#lib/operations/repository/admin-today.ts'
import type { SalesFigures, Stretch, Today } from '#lib/operations/rules/admin-today.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** Whose day it is, and which orders count: those of this mode in this currency. */
export type TodayScope = { zone: string; mode: string; currency: string }

/** Reads what wants a person now, and how the day goes against the same weekday a week ago. Throws `forbidden`. */
export async function getToday(caller: Caller, scope: TodayScope): Promise<Today> {
  requirePermission(caller, 'orders.see')
  const { startOfDay, now } = await readDay(scope.zone)
  const day = { from: startOfDay, until: now }
  const before = { from: new Date(startOfDay.getTime() - WEEK_MS), until: new Date(now.getTime() - WEEK_MS) }
  const [recovery, alarms, needs, sales, salesBefore, deliveries, deliveriesBefore, network, catalog] =
    await Promise.all([
      readRecovery(caller),
      getOpenAlarms(caller),
      listNeeds(caller),
      readSales(caller, day, scope),
      readSales(caller, before, scope),
      readDeliveries(day, scope.mode),
      readDeliveries(before, scope.mode),
      readNetwork(now),
      findCoverageFigures(),
    ])

  return {
    readAt: now,
    currency: scope.currency,
    stretch: { today: day, before },
    recovery,
    alarms,
    needs,
    sales: { today: sales, before: salesBefore },
    deliveries: { today: deliveries, before: deliveriesBefore },
    network,
    catalog,
  }
}

async function readSales(caller: Caller, window: Stretch, scope: TodayScope): Promise<SalesFigures> {
  const { marginMinor, knownLines, lines, ...sales } = await sumSales(window, scope)

  return { ...sales, margin: can(caller, 'costs.see') ? { minor: marginMinor, knownLines, lines } : null }
}

async function readNetwork(now: Date): Promise<Today['network']> {
  const [breakers, session, figures] = await Promise.all([
    listBreakers(),
    readSession(),
    readCallFigures(new Date(now.getTime() - DAY_MS)),
  ])

  return {
    breakers: ['reads', 'placements'].map((key) => ({
      key,
      isOpen: breakers.some((breaker) => breaker.key === key && breaker.state === 'open'),
    })),
    lastGoodOrderAt: figures.lastGoodOrderAt,
    sessionIssuedAt: session?.hasToken ? session.issuedAt : null,
    calls24h: figures.calls,
  }
}

import 'server-only'
import { findCoverageMetrics, findLastEndedRun } from '#lib/catalog/repository/admin-catalog.ts'
import { findSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { env } from '#lib/core/env.ts'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { currencyExponent, parseCurrency } from '#lib/core/rules/currency.ts'
import { type Decimal, toScaledInteger } from '#lib/core/rules/decimal.ts'
import { weekBefore } from '#lib/core/rules/zoned-time.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { findProviderFloor, sumLedger } from '#lib/finance/repository/provider-ledger.ts'
import { CREDIT_SOON_DAYS, creditForecast, ledgerStatus } from '#lib/finance/rules/provider-ledger.ts'
import { readRecovery } from '#lib/fulfilment/queries/admin-recovery.ts'
import { getOpenAlarms } from '#lib/operations/queries/admin-health.ts'
import { countEarlyEnds, listBreakers, readCallMetrics, readSession } from '#lib/operations/repository/admin-health.ts'
import {
  listAwaitedTransfers,
  listGivenUpMails,
  listItemsInReview,
  listLongUnknown,
  listNeededDiscrepancies,
  listRefusedRefunds,
  readDay,
  readDeliveries,
  sumSales,
} from '#lib/operations/repository/admin-today.ts'
import { MAX_NEEDS, NEED_GROUPS, type Need, type Stretch } from '#lib/operations/rules/admin-today.ts'
import { planLabel } from '#lib/orders/queries/admin-orders.ts'
import { listActionsAwaitingApproval } from '#lib/orders/repository/approvals.ts'
import { toDiscrepancyDetails } from '#lib/reconciliation/queries/discrepancy-view.ts'

const HALF_HOUR_MS = 1_800_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Reads everything that wants a person, the most urgent group first and in it the oldest. Throws `forbidden`. */
export async function listNeeds(caller: Caller): Promise<Need[]> {
  requirePermission(caller, 'orders.see')
  const groups = await Promise.all([
    salesNeeds(),
    foreignLoginNeeds(),
    sessionNeeds(),
    reviewNeeds(),
    confirmingNeeds(),
    transferNeeds(),
    refundNeeds(),
    secondNeeds(caller),
    creditNeeds(caller),
    discrepancyNeeds(caller),
    messageNeeds(caller),
    mailNeeds(),
    syncNeeds(),
  ])

  return groups
    .flat()
    .sort(
      (a, b) => NEED_GROUPS.indexOf(a.group) - NEED_GROUPS.indexOf(b.group) || a.since.getTime() - b.since.getTime(),
    )
}

const NOTHING = { order: null, customer: null, plan: null, amount: null, count: null, facts: [] }

async function salesNeeds(): Promise<Need[]> {
  const salesPause = await findSalesPause()
  // A recovery stands above everything else, in words of its own.
  if (!salesPause || salesPause.reason === 'recovery') return []
  const facts = salesPause.code === null ? [] : [{ key: 'code', value: String(salesPause.code) }]

  return [
    { ...NOTHING, group: 'sales', key: 'sales', what: salesPause.reason, since: salesPause.since ?? new Date(), facts },
  ]
}

async function foreignLoginNeeds(): Promise<Need[]> {
  const count = await countEarlyEnds(new Date(Date.now() - HOUR_MS))
  // One early end may be an accident of the network; two in an hour are somebody else.
  if (count < 2) return []

  return [
    {
      ...NOTHING,
      group: 'foreign_login',
      key: 'foreign',
      what: 'foreign_login',
      since: new Date(Date.now() - HOUR_MS),
      count,
    },
  ]
}

async function sessionNeeds(): Promise<Need[]> {
  const session = await readSession()
  if (!session || session.failures === 0) return []
  const what = session.lastCode === null ? (session.lastError ?? 'unknown') : `code_${Math.abs(session.lastCode)}`

  return [
    {
      ...NOTHING,
      group: 'session',
      key: 'session',
      what,
      since: session.lastLoginAt ?? new Date(),
      count: session.failures,
    },
  ]
}

async function reviewNeeds(): Promise<Need[]> {
  const items = await listItemsInReview()

  return items.map((item) => ({
    ...NOTHING,
    group: 'held',
    key: item.id,
    what: item.reason ?? 'unknown',
    order: { id: item.order.id, number: item.order.number },
    plan: planLabel(item.quote),
    amount: { minor: item.priceMinor, currency: item.order.currency },
    since: item.updatedAt,
  }))
}

async function confirmingNeeds(): Promise<Need[]> {
  const items = await listLongUnknown(HALF_HOUR_MS)

  return items.map((item) => ({
    ...NOTHING,
    group: 'confirming',
    key: item.id,
    what: item.attempts[0]?.reason ?? 'unknown',
    order: { id: item.order.id, number: item.order.number },
    plan: planLabel(item.quote),
    amount: { minor: item.priceMinor, currency: item.order.currency },
    since: item.unknownSince ?? item.updatedAt,
    count: item.attempts[0]?.looks ?? null,
  }))
}

async function transferNeeds(): Promise<Need[]> {
  const transfers = await listAwaitedTransfers()

  return transfers.map(({ id, order, reference, amountMinor, currency, createdAt }) => ({
    ...NOTHING,
    group: 'transfer',
    key: id,
    what: 'transfer_awaited',
    order,
    amount: { minor: amountMinor, currency },
    since: createdAt,
    facts: [{ key: 'reference', value: reference }],
  }))
}

async function refundNeeds(): Promise<Need[]> {
  const refunds = await listRefusedRefunds()

  return refunds.map(({ id, reason, amountMinor, createdAt, payment }) => ({
    ...NOTHING,
    group: 'refund',
    key: id,
    what: reason || 'returned',
    order: payment.order,
    amount: { minor: amountMinor, currency: payment.currency },
    since: createdAt,
  }))
}

// Whoever has asked waits for somebody else, and needs no row about it.
async function secondNeeds(caller: Caller): Promise<Need[]> {
  if (!can(caller, 'refunds.goodwill')) return []
  const actions = await listActionsAwaitingApproval(actorOf(caller))

  return actions.map(({ id, order, holderId, discrepancy, amount, reason, since }) => ({
    ...NOTHING,
    group: 'second',
    key: id,
    what: holderId ? 'credit_waits' : 'act_waits',
    order,
    customer: holderId,
    discrepancy,
    amount,
    since,
    facts: [{ key: 'reason', value: maskText(caller, reason) }],
  }))
}

async function creditNeeds(caller: Caller): Promise<Need[]> {
  if (!can(caller, 'costs.see')) return []
  const [sums, settled] = await Promise.all([sumLedger(), findProviderFloor()])
  const now = new Date()

  return sums.map(ledgerStatus).flatMap((status) => {
    const { currency, balance } = status
    const floor = currency === env.RESELLER_API_CURRENCY ? settled : null
    const forecast = creditForecast(status, floor)
    if (balance === null || forecast === null || forecast.days >= CREDIT_SOON_DAYS) return []
    const until = new Date(now.getTime() + forecast.days * DAY_MS).toISOString().slice(0, 10)

    return {
      ...NOTHING,
      group: 'credit',
      key: `credit-${currency}`,
      what: floor === null ? 'used_up' : 'floor',
      amount: toAmount(balance, currency),
      since: now,
      facts: [
        { key: 'lastsUntil', value: until },
        { key: 'spendPerDay', value: `${forecast.perDay} ${currency}`, money: toAmount(forecast.perDay, currency) },
      ],
    }
  })
}

function toAmount(exact: Decimal, currency: string): { minor: number; currency: string } {
  const code = parseCurrency(currency)

  return { minor: Number(toScaledInteger(exact, code ? currencyExponent(code) : 0, 'half-up')), currency }
}

async function discrepancyNeeds(caller: Caller): Promise<Need[]> {
  const discrepancies = await listNeededDiscrepancies()

  return discrepancies.map(({ id, kind, subject, evidence, order, openedAt }) => ({
    ...NOTHING,
    group: 'discrepancy',
    key: id,
    what: kind,
    order,
    since: openedAt,
    facts: order ? [] : toDiscrepancyDetails(caller, { subject, evidence }),
  }))
}

async function messageNeeds(caller: Caller): Promise<Need[]> {
  if (!can(caller, 'messages.see')) return []
  const { messages } = await listStaffMessages(caller, { isClosed: false, after: null }, MAX_NEEDS)

  return messages.map(({ id, topic, order, createdAt }) => ({
    ...NOTHING,
    group: 'message',
    key: id,
    what: topic,
    order,
    since: createdAt,
  }))
}

async function mailNeeds(): Promise<Need[]> {
  const mails = await listGivenUpMails()

  return mails.map(({ id, kind, order, tries, createdAt }) => ({
    ...NOTHING,
    group: 'mail',
    key: id,
    what: kind,
    order,
    since: createdAt,
    count: tries,
  }))
}

async function syncNeeds(): Promise<Need[]> {
  const run = await findLastEndedRun()
  if (!run || (run.state === 'finished' && run.failed === 0)) return []
  const what = run.state === 'failed' ? (run.error ?? 'unknown') : 'some_failed'

  return [{ ...NOTHING, group: 'sync', key: run.id, what, since: run.finishedAt ?? run.startedAt, count: run.failed }]
}

/** Whose day it is, and which orders count: those of this mode in this currency. */
export type TodayScope = { zone: string; mode: string; currency: string }

/** Reads what wants a person now, and how the day goes against the same weekday a week ago. Throws `forbidden`. */
export async function getToday(caller: Caller, scope: TodayScope) {
  requirePermission(caller, 'orders.see')
  const { startOfDay, now } = await readDay(scope.zone)
  const day = { from: startOfDay, until: now }
  const before = { from: weekBefore(startOfDay, scope.zone), until: weekBefore(now, scope.zone) }
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
      findCoverageMetrics(),
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

async function readSales(caller: Caller, window: Stretch, scope: TodayScope) {
  const { marginMinor, knownLines, lines, ...sales } = await sumSales(window, scope)

  return { ...sales, margin: can(caller, 'costs.see') ? { minor: marginMinor, knownLines, lines } : null }
}

async function readNetwork(now: Date) {
  const [breakers, session, reading] = await Promise.all([
    listBreakers(),
    readSession(),
    readCallMetrics(new Date(now.getTime() - DAY_MS)),
  ])

  return {
    breakers: ['reads', 'placements'].map((key) => ({
      key,
      isOpen: breakers.some((breaker) => breaker.key === key && breaker.state === 'open'),
    })),
    lastGoodOrderAt: reading.lastGoodOrderAt,
    sessionIssuedAt: session?.hasToken ? session.issuedAt : null,
    calls24h: reading.calls,
  }
}

export type Today = Awaited<ReturnType<typeof getToday>>

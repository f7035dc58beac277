// How long every list and look-up of the back office takes in the database and through our own code, as JSON.

import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { env } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { findCustomers, getCustomers } from '#lib/customers/queries/admin-customers.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { findEsims, listCards } from '#lib/esims/queries/admin-esims.ts'
import { addUpDays } from '#lib/finance/commands/close-month.ts'
import { getFinanceSums, getProviderPage, listFinanceLines } from '#lib/finance/queries/admin-finance.ts'
import { listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { getProviderHealth } from '#lib/operations/queries/admin-health.ts'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { getToday } from '#lib/operations/queries/admin-today.ts'
import { findOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { getReconciliation } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { listRefunds } from '#lib/refunds/queries/admin-refunds.ts'
import { statementsOf, timeInServer, watchStatements } from './statements.ts'
import { p95, quantile } from './table.mjs'

type Caller = Parameters<typeof listOrders>[0]
type OrderFilter = Parameters<typeof listOrders>[1]

/** A read of the back office: its name, what it asks for the n-th time, and the first page that a deep one belongs to. */
type Read = { name: string; run: (n: number) => Promise<unknown>; firstPage?: string }

const OWNER: Caller = { kind: 'staff', staffId: 'stf_bench', role: 'owner', name: 'Bench', email: 'bench@example.com' }
const NO_FILTER = { from: null, to: null, state: null, tag: null, assignee: null, after: null, before: null }
const NO_METRIC = { counted: null, since: null, until: null, promotion: null, customer: null }
const ORDERS: OrderFilter = { tab: 'all', q: '', ...NO_FILTER, ...NO_METRIC }
const AUDIT_FILTER = {
  actor: null,
  act: null,
  subject: null,
  section: null,
  from: null,
  to: null,
  after: null,
  before: null,
}
const ALL_TIME = { from: null, to: null, since: null, until: null, after: null }
const SALES = { book: null, by: 'day', key: null, currency: null, lines: null, ...ALL_TIME } as const
const REFUNDS = { book: null, state: null, credit: null, from: null, to: null, q: '', after: null }
const GROUPS = ['day', 'month', 'destination', 'plan', 'method'] as const
const JOBS = ['due', 'running', 'later', 'failed', 'held'] as const
const TABS = ['needs-action', 'open', 'delivered', 'returned'] as const
const STATES = ['DELIVERED', 'EXPIRED', 'REFUNDED', 'CANCELLED', 'HELD', 'UNKNOWN'] as const
const DEEP = 60

/** Every list of the back office: first page, deepest page, filters and look-ups by the values of some rows. */
async function listReads(): Promise<Read[]> {
  const there = await samples()
  const orders = (name: string, filter: Partial<OrderFilter>, firstPage?: string): Read => ({
    name,
    run: () => listOrders(OWNER, { ...ORDERS, ...filter }),
    ...(firstPage ? { firstPage } : {}),
  })
  const found = (name: string, values: string[]): Read => ({
    name,
    run: (n) => findOrders(OWNER, values[n % values.length] ?? ''),
  })
  const [from, to] = ['2026-03-01', '2026-03-31'] as unknown as [OrderFilter['from'], OrderFilter['to']]
  const first = there.oldest.at(-1) ?? null

  return [
    orders('orders', {}),
    orders('orders, deepest page', { after: first }, 'orders'),
    orders('orders of a month', { from, to }),
    ...TABS.map((tab) => orders(`orders, ${tab}`, { tab })),
    orders('orders, delivered, deepest page', { tab: 'delivered', after: first }, 'orders, delivered'),
    orders('orders, returned, deepest page', { tab: 'returned', after: there.returned }, 'orders, returned'),
    ...STATES.map((state) => orders(`orders with a line ${state}`, { state })),
    found('order by its number', there.numbers),
    found('order by the number of the network', there.networkNumbers),
    found('order by ICCID', there.iccids),
    found(
      'orders by the last six digits',
      there.iccids.map((iccid) => iccid.slice(-6)),
    ),
    found('orders by email', there.emails),
    found('order by payment id', there.payments),
    found("order by the provider's id", there.objects),
    { name: 'cards', run: () => listCards(OWNER) },
    { name: 'cards, deepest page', run: () => listCards(OWNER, { after: there.esim }), firstPage: 'cards' },
    { name: 'cards that nobody opened', run: () => listCards(OWNER, { opened: 'no' }) },
    { name: 'cards refused by the network', run: () => listCards(OWNER, { state: 'REFUSED' }) },
    { name: 'cards of a month', run: () => listCards(OWNER, { from, to }) },
    { name: 'cards by the last six digits', run: (n) => findEsims(OWNER, (there.iccids[n] ?? '').slice(-6)) },
    { name: 'cancellations, open', run: () => getCancellationQueue(OWNER) },
    { name: 'cancellations, done', run: () => getCancellationQueue(OWNER, { view: 'done' }) },
    {
      name: 'cancellations, done, deepest page',
      run: () => getCancellationQueue(OWNER, { view: 'done', after: there.attempt }),
      firstPage: 'cancellations, done',
    },
    { name: 'sold lines of a year', run: () => listFinanceLines(OWNER, year(), 'en') },
    {
      name: 'sold lines of a year, deepest page',
      run: () => listFinanceLines(OWNER, year(there.item), 'en'),
      firstPage: 'sold lines of a year',
    },
    { name: 'finance, this month by day', run: () => getFinanceSums(OWNER, SALES, 'en') },
    ...GROUPS.map((by) => ({
      name: `finance, a year by ${by}`,
      run: () => getFinanceSums(OWNER, { ...year(), by }, 'en'),
    })),
    { name: 'supplier ledger', run: () => getProviderPage(OWNER) },
    { name: 'refunds', run: () => listRefunds(OWNER, REFUNDS) },
    {
      name: 'refunds, deepest page',
      run: () => listRefunds(OWNER, { ...REFUNDS, after: there.refund }),
      firstPage: 'refunds',
    },
    { name: 'customers', run: () => getCustomers(OWNER) },
    { name: 'customers, deepest page', run: () => getCustomers(OWNER, { after: first }), firstPage: 'customers' },
    { name: 'customers who may not buy', run: () => getCustomers(OWNER, { buying: 'blocked' }) },
    { name: 'customers whose last order is of a month', run: () => getCustomers(OWNER, { from, to }) },
    { name: 'customers by an address', run: (n) => findCustomers(OWNER, there.emails[n % there.emails.length] ?? '') },
    { name: 'messages, open', run: () => listStaffMessages(OWNER, { isClosed: false, after: null }) },
    { name: 'messages, closed', run: () => listStaffMessages(OWNER, { isClosed: true, after: null }) },
    ...JOBS.map((state) => ({
      name: `jobs, ${state}`,
      run: () => getJobPage(OWNER, { state, queue: null, q: '', after: null }),
    })),
    { name: 'audit', run: () => listAuditRows(OWNER, AUDIT_FILTER) },
    {
      name: 'audit, deepest page',
      run: () => listAuditRows(OWNER, { ...AUDIT_FILTER, after: '60' }),
      firstPage: 'audit',
    },
    { name: 'audit of one act', run: () => listAuditRows(OWNER, { ...AUDIT_FILTER, act: 'order.noted' }) },
    { name: 'reconciliation', run: () => getReconciliation(OWNER) },
    {
      name: 'today',
      run: () => getToday(OWNER, { zone: 'Europe/Berlin', mode: env.STORE_MODE, currency: env.STORE_CURRENCY }),
    },
    { name: 'network health', run: () => getProviderHealth(OWNER) },
  ]
}

/** Keys of the deepest pages, for a browser or a plain client to ask for. */
async function deepestKeys() {
  const { oldest, esim, item, iccids, emails } = await samples()

  return { order: oldest.at(-1) ?? '', esim, item, iccid: iccids[0] ?? '', email: emails[0] ?? '' }
}

function year(after: string | null = null) {
  const [from, to] = ['2025-11-22', '2026-11-22'] as unknown as [OrderFilter['from'], OrderFilter['to']]

  return { ...SALES, from, to, after }
}

async function samples() {
  const take = 40
  const asc = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
  const [oldest, esims, payments, returned, item, refund, attempt] = await Promise.all([
    db().order.findMany({
      orderBy: asc,
      take: DEEP,
      select: { id: true, number: true, person: { select: { email: true } } },
    }),
    db().esim.findMany({ orderBy: asc, skip: 10_000, take, select: { id: true, iccid: true, orderNum: true } }),
    db().payment.findMany({ orderBy: asc, skip: 10_000, take, select: { id: true, objectId: true } }),
    db().orderItem.findFirst({
      where: { state: 'CANCELLED' },
      orderBy: { orderedAt: 'asc' },
      skip: DEEP,
      select: { orderId: true },
    }),
    db().orderItem.findFirst({
      where: { orderedAt: { gte: new Date('2025-11-22T00:00:00Z') }, state: 'DELIVERED' },
      orderBy: { orderedAt: 'asc' },
      skip: DEEP,
      select: { id: true },
    }),
    db().refundItem.findFirst({ orderBy: { refund: { createdAt: 'asc' } }, skip: DEEP, select: { id: true } }),
    db().cancelAttempt.findFirst({
      where: { state: 'CONFIRMED', endedAt: { not: null } },
      orderBy: { endedAt: 'asc' },
      skip: DEEP,
      select: { id: true },
    }),
  ])
  const firstEsim = await db().esim.findMany({ orderBy: asc, take: DEEP, select: { id: true } })

  return {
    oldest: oldest.map(({ id }) => id),
    numbers: oldest.map(({ number }) => number),
    emails: oldest.map(({ person }) => person.email),
    iccids: esims.map(({ iccid }) => iccid),
    networkNumbers: esims.map(({ orderNum }) => orderNum),
    payments: payments.map(({ id }) => id),
    objects: payments.flatMap(({ objectId }) => objectId ?? []),
    esim: firstEsim.at(-1)?.id ?? null,
    returned: returned?.orderId ?? null,
    item: item?.id ?? null,
    refund: refund?.id ?? null,
    attempt: attempt?.id ?? null,
  }
}

const TIMES = 15

watchStatements()
const counted = await db().$queryRaw<{ name: string; rows: number }[]>`
  SELECT relname AS "name", greatest(reltuples, 0)::float8 AS "rows" FROM pg_class
  WHERE relname IN ('Order', 'Line', 'Card', 'OrderEvent', 'AuditEvent') AND relkind = 'r' ORDER BY 1`
const began = performance.now()
const days = await addUpDays()
const kept = { days, seconds: Math.round((performance.now() - began) / 100) / 10 }
const rows = []
for (const read of await listReads()) rows.push(await measure(read))
console.log(JSON.stringify({ counted, kept, rows, keys: await deepestKeys() }))
await closeDatabase()

async function measure({ name, run, firstPage }: Read) {
  let slowest: Awaited<ReturnType<typeof statementsOf>>[number] | undefined
  const whole: number[] = []
  let cpu = 0
  const faults = new Set<string>()
  for (let n = 0; n < TIMES + 3; n++) {
    const began = performance.now()
    const spent = process.cpuUsage()
    const sent = await statementsOf(() => run(n))
    // The first ones warm the connection up.
    if (n < 3) continue
    whole.push(performance.now() - began)
    const { user, system } = process.cpuUsage(spent)
    cpu += (user + system) / 1000 / TIMES
    slowest = sent.filter(({ text }) => /^\s*SELECT/i.test(text)).toSorted((a, b) => b.ms - a.ms)[0]
    if (sent.some(({ skips }) => skips)) faults.add('OFFSET')
    if (sent.some(({ counts }) => counts)) faults.add('count')
  }

  const inServer = slowest ? await timeInServer(slowest) : []

  return {
    name,
    sql: [quantile(inServer, 0.5), p95(inServer)],
    orm: [quantile(whole, 0.5), p95(whole)],
    cpu: Math.round(cpu * 10) / 10,
    faults: [...faults],
    firstPage: firstPage ?? null,
  }
}

import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { listQueuedCancellations } from '#lib/cancellations/queries/cancellation-queue.ts'
import { getChanges, getSyncRuns, toChangeFilter } from '#lib/catalog/queries/admin-catalog.ts'
import { changeFilterSchema } from '#lib/catalog/schema.ts'
import { BATCH } from '#lib/core/queries/export-rows.ts'
import { pool } from '#lib/core/repository/client.ts'
import type { ExportedList } from '#lib/core/rules/lists.ts'
import { findCustomers, getCustomer, getCustomers } from '#lib/customers/queries/admin-customers.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { listOwnEsims, listOwnOrders } from '#lib/customers/repository/own-account.ts'
import { findEsims, listCards } from '#lib/esims/queries/admin-esims.ts'
import { listFinanceLines, listLosses } from '#lib/finance/queries/admin-finance.ts'
import { listCancellationCredits } from '#lib/finance/repository/provider-ledger.ts'
import { financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { lossFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { getHealthRows } from '#lib/operations/queries/admin-health.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'
import { sumSales } from '#lib/operations/repository/admin-today.ts'
import { auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { callFilterSchema, type HealthList } from '#lib/operations/rules/admin-health.ts'
import { findOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { getCallPage } from '#lib/provider/queries/admin-calls.ts'
import { statementsOf, watchStatements } from '#scripts/bench/statements.ts'
import { adminOf } from '#tests/support/database-copies.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { staffDuringTests } from '#tests/support/staff.ts'

const ORDERS = 60
const MONEY = ['Refund', 'RefundItem', 'SupplierEntry', 'LossEntry', 'Outbox', 'CancelAttempt']
const SALES = ['Order', 'Person', 'Line', 'Card', 'Payment', 'UpstreamOrder', 'Quote', 'Message', 'Withdrawal']
const RECORDS = ['Break', 'AuditEvent', 'CallLog', 'ProviderEvent', 'UsageWatch', 'EarlyExpiry', 'PlanChange']
/** The tables that are big in a store with a million orders. */
const BIG = [...SALES, ...RECORDS, ...MONEY]

/** Fills the big tables with a few rows, and makes the planner believe that there are a hundred million of each. */
async function fillTables(): Promise<void> {
  const { rows } = await pool().query<{ name: string }>('SELECT current_database() AS name')
  const admin = new pg.Client({ connectionString: adminOf(rows[0]?.name ?? '') })
  await admin.connect()
  // The server's own pass over a table would write down how few rows there really are, and nobody knows when it comes.
  for (const table of BIG) await admin.query(`ALTER TABLE "${table}" SET (autovacuum_enabled = false)`)
  for (let n = 0; n < ORDERS; n++) await addSoldOrder()
  await pool().query(`UPDATE "Card" SET "revealedAt" = now(), "cancelState" = 'NONE'`)
  await pool().query(`UPDATE "Card" SET "revealedAt" = NULL, "cancelState" = 'REFUSED' WHERE right("iccid", 2) = '07'`)
  await pool().query(
    `INSERT INTO "Message" ("id", "reference", "email", "locale", "topic", "text", "facts", "createdAt")
      SELECT 'msg_' || n, 'M-' || n, 'buyer' || lpad(n::text, 4, '0') || '@example.com', 'en', 'other', 'text', '{}',
        now() - n * interval '1 minute' FROM generate_series(1, $1::int) n`,
    [ORDERS],
  )
  await pool().query(
    `INSERT INTO "Break" ("id", "kind", "subject", "evidence", "openedAt", "closedAt")
      SELECT 'brk_' || n, 'cost_differs', 'EP' || n, jsonb_build_object('network', jsonb_build_object('order', 'EP' || n)),
        now() - n * interval '1 minute', CASE WHEN n % 2 = 0 THEN now() END FROM generate_series(1, $1::int) n`,
    [ORDERS],
  )
  await pool().query(
    `INSERT INTO "Refund" ("id", "paymentId", "key", "kind", "state", "amountMinor", "expectedRefundedSoFar", "reason",
        "requestedBy", "providerRefundId")
      SELECT 'rfd_' || "id", "id", "id", 'CARDS', 'DONE', 1, 0, 'test', 'store', 're_' || "id" FROM "Payment"`,
  )
  await pool().query(
    `INSERT INTO "RefundItem" ("id", "refundId", "lineId", "amountMinor")
      SELECT 'rfi_' || l."id", 'rfd_' || p."id", l."id", 1 FROM "Line" l JOIN "Payment" p ON p."orderId" = l."orderId"`,
  )
  await pool().query(
    `INSERT INTO "CancelAttempt" ("id", "orderNum", "lineId", "state", "requestedBy")
      SELECT 'can_' || "orderNum", "orderNum", "lineId", 'REFUSED', 'buyer' FROM "UpstreamOrder"`,
  )
  await pool().query(
    `INSERT INTO "SupplierEntry" ("id", "kind", "amount", "currency", "orderNum")
      SELECT 'sup_' || "orderNum", 'spend', 7.1, 'USD', "orderNum" FROM "UpstreamOrder"`,
  )
  await pool().query(
    `INSERT INTO "LossEntry" ("id", "orderId", "kind", "amount", "currency", "mode", "evidence")
      SELECT 'los_' || "id", "id", 'late_order', 1, 'USD', 'trial', jsonb_build_object('orderNum', 'EP' || "number")
      FROM "Order"`,
  )
  await pool().query(
    `INSERT INTO "Outbox" ("id", "dedupeKey", "kind", "orderId", "payload", "state", "nextActionAt")
      SELECT 'out_' || "id", "id", 'order_ready', "id", '{}', 'GIVEN_UP', NULL FROM "Order"`,
  )
  await pool().query(
    `INSERT INTO "Withdrawal" ("id", "orderId", "confirmedAt") SELECT 'wdr_' || "id", "id", now() FROM "Order"`,
  )
  await pool().query(
    `INSERT INTO "AuditEvent" ("actor", "act", "subject")
      SELECT 'staff:stf_' || n % 5, 'order.noted', 'ord_' || n FROM generate_series(1, $1::int) n`,
    [ORDERS * 10],
  )
  await pool().query(
    `INSERT INTO "CallLog" ("at", "endpoint", "class", "latencyMs", "lineId")
      SELECT now() - n * interval '1 hour', 'call' || n % 20, CASE n % 7 WHEN 0 THEN 'timeout' ELSE 'ok' END, 9,
        (SELECT "id" FROM "Line" LIMIT 1) FROM generate_series(1, $1::int) n`,
    [ORDERS * 10],
  )
  await pool().query(
    `INSERT INTO "ProviderEvent" ("id", "provider", "eventId", "kind", "objectId", "state", "receivedAt")
      SELECT 'pev_' || n, 'test', 'evt_' || n, 'payment.captured', 'obj_' || n,
        (CASE n % 50 WHEN 0 THEN 'UNMATCHED' WHEN 1 THEN 'RECEIVED' ELSE 'APPLIED' END)::"ProviderEventState",
        now() - n * interval '1 minute' FROM generate_series(1, $1::int) n`,
    [ORDERS * 10],
  )
  await pool().query(
    `INSERT INTO "UsageWatch" ("orderNum", "dueAt", "askedAt")
      SELECT "orderNum", now() + row_number() OVER () * interval '1 minute', now() - interval '2 days' FROM "UpstreamOrder"`,
  )
  await pool().query(
    `INSERT INTO "EarlyExpiry" ("epoch", "at") SELECT n, now() - n * interval '1 hour' FROM generate_series(1, $1::int) n`,
    [ORDERS * 10],
  )
  await pool().query(
    `INSERT INTO "SyncRun" ("id", "trigger", "startedAt")
      SELECT 'run_' || n, 'clock', now() - n * interval '1 hour' FROM generate_series(0, 19) n`,
  )
  await pool().query(
    `INSERT INTO "PlanChange" ("id", "syncRunId", "skuId", "kind", "at")
      SELECT 'chg_' || n, 'run_' || n % 20, n % 9, 'dearer', now() - n * interval '1 minute'
      FROM generate_series(1, $1::int) n`,
    [ORDERS * 10],
  )
  await pool().query('ANALYZE')
  // What the planner believes the tables to hold: whether a column tells rows apart it has learnt from those there are. A
  // hundred million weigh, in files of a few pages, what one million does in files of its size.
  await admin.query(
    `UPDATE pg_class SET reltuples = 100000000
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname = ANY($1)`,
    [BIG],
  )
  await admin.end()
}

const DAY = { since: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() }
const STRETCH = { from: new Date(DAY.since), until: new Date(DAY.until) }
const EMAIL = 'buyer0007@example.com'
const CALLS = callFilterSchema.parse({ span: 'day' })
const AUDIT_FILTER = auditFilterSchema.parse({})

duringTests(startShop)
const owner = staffDuringTests('owner')

beforeAll(async () => {
  await fillTables()
  watchStatements()
})

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** How every statement of a read comes to its rows, as the planner means it for a million of them. */
async function scansOf(read: () => Promise<unknown>): Promise<Node[]> {
  const scans: Node[] = []
  for (const { text, values } of await statementsOf(read)) {
    if (!/^\s*(SELECT|WITH|\()/i.test(text)) continue
    const { rows } = await pool().query<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, values)
    const nodes = rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => belowAndSelf(Plan)) ?? []
    scans.push(...nodes.filter((node) => BIG.includes(node['Relation Name'] ?? '')))
  }

  return scans
}

function belowAndSelf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(belowAndSelf)]
}

async function somebody(): Promise<string> {
  const { rows } = await pool().query<{ id: string }>('SELECT "id" FROM "Person" WHERE "email" = $1', [EMAIL])

  return rows[0]?.id ?? ''
}

async function readPass(): Promise<void> {
  const { runs } = await getSyncRuns(owner, null)
  await getChanges(owner, toChangeFilter(changeFilterSchema.parse({ kind: 'dearer', run: runs[0]?.id })))
}

/** Reads a whole file. */
async function fileOf(...[list, said]: [ExportedList, object]): Promise<void> {
  for await (const _ of exportedList(owner, list, said).rows);
}

const AFTER = `${Date.now()}.after`
const rowsOf = (rows: HealthList) =>
  getHealthRows(owner, { rows, after: rows === 'early_day' ? AFTER.replace('after', '1') : AFTER })

// Indexes of rare rows alone: read from end to end they are no table.
const OF_FEW = ['SupplierEntry_paid']

// A bitmap is built by a node below it, which has the condition.
const readsAll = (node: Node) =>
  !node['Node Type'].startsWith('Bitmap') && !node['Index Cond'] && !OF_FEW.includes(node['Index Name'] ?? '')

test.each<[string, () => Promise<unknown>]>([
  ['acts by the number of an order', () => listAuditRows(owner, { ...AUDIT_FILTER, subject: 'LF-TEST-0007' })],
  ['acts by the number of a card', () => listAuditRows(owner, { ...AUDIT_FILTER, subject: '8948010000000000007' })],
  ['calls of a day by what was answered', () => getCallPage(owner, { ...CALLS, endpoint: 'call3', class: 'timeout' })],
  ['the differences that a pass found', readPass],
  ['orders by email', () => findOrders(owner, EMAIL)],
  [
    'the orders of a day that sales count',
    () => listOrders(owner, orderFilterSchema.parse({ ...DAY, counted: 'sold' })),
  ],
  ['all orders of a customer', async () => listOrders(owner, orderFilterSchema.parse({ customer: await somebody() }))],
  [
    'the delivered orders of a customer',
    async () => listOrders(owner, orderFilterSchema.parse({ customer: await somebody(), tab: 'delivered' })),
  ],
  ['all cards of a customer', async () => listCards(owner, { customer: await somebody() })],
  ["a day's sales on Today", () => sumSales(STRETCH, { mode: 'trial', currency: 'USD' })],
  [
    'lines of unknown cost',
    () => listFinanceLines(owner, financeFilterSchema.parse({ ...DAY, items: 'unknown_cost' }), 'en'),
  ],
  ['orders by the last six digits', () => findOrders(owner, '000007')],
  ['cards by the last six digits', () => findEsims(owner, '000007')],
  ["a customer's own orders", () => listOwnOrders(EMAIL)],
  ["a customer's own eSIMs", () => listOwnEsims(EMAIL)],
  ['customers by an address', () => findCustomers(owner, EMAIL)],
  ["a customer's letters behind one", async () => getCustomer(owner, await somebody(), 'msg_7')],
  ['messages by email', () => listStaffMessages(owner, { isClosed: false, after: null, q: EMAIL })],
  ['open differences by the number of a card', () => fileOf('findings', { q: '8948010000000000007' })],
  ['open differences by the last six digits', () => fileOf('findings', { q: '000007' })],
  ['closed differences by email', () => fileOf('findings', { q: EMAIL, view: 'closed' })],
  ['closed differences by the number of the network', () => fileOf('findings', { q: 'EP20270007', view: 'closed' })],
  ['refunds by the number of a card', () => fileOf('refunds', { q: '000007' })],
  ['entries of the supplier by our number', () => fileOf('supplier', { q: 'LF-TEST-0007' })],
  [
    'requests to give cards back, with their credits',
    async () => {
      await listQueuedCancellations(owner, { view: 'refused', q: 'LF-TEST-0007' })
      await listCancellationCredits([{ id: 'can_EPLF-TEST-0007', orderNum: 'EPLF-TEST-0007' }])
    },
  ],
  ['losses by the number of the network', () => fileOf('losses', { q: 'EPLF-TEST-0007' })],
  ['jobs by our number', () => fileOf('jobs', { q: 'LF-TEST-0007', state: 'failed' })],
  ['messages far behind the first', () => listStaffMessages(owner, { isClosed: false, after: 'msg_9' })],
])('with a million orders, %s are looked up by an index and no table is read through', async (_, read) => {
  const scans = await scansOf(read)

  expect(scans.length).toBeGreaterThan(1)
  expect(scans.filter(readsAll).map((node) => `${node['Node Type']} of ${node['Relation Name']}`)).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['a page of losses', () => listLosses(owner, lossFilterSchema.parse({ q: 'LF-TEST-0007' }))],
  ['a file of losses', () => fileOf('losses', { q: 'LF-TEST-0007' })],
  ['a file of refunds', () => fileOf('refunds', { q: 'LF-TEST-0007' })],
  ['a file of entries of the supplier', () => fileOf('supplier', { q: 'LF-TEST-0007' })],
])('what %s is searched for is looked up once, however many batches it has', async (_, read) => {
  await addBatches()

  const lookUps = (await statementsOf(read)).filter(({ text }) => /FROM "Order" WHERE "number" = /.test(text))

  expect(lookUps).toHaveLength(1)
})

// More rows about one order than a batch has.
async function addBatches(): Promise<void> {
  const max = [BATCH + 1]
  await pool().query(
    `INSERT INTO "LossEntry" ("id", "orderId", "kind", "amount", "currency", "mode", "evidence")
      SELECT 'los_more' || n, o."id", 'late_order', 1, 'USD', 'trial', '{}'
      FROM "Order" o, generate_series(1, $1::int) n WHERE o."number" = 'LF-TEST-0007' ON CONFLICT DO NOTHING`,
    max,
  )
  await pool().query(
    `INSERT INTO "RefundItem" ("id", "refundId", "lineId", "amountMinor")
      SELECT 'rfi_more' || n, i."refundId", i."lineId", 1
      FROM "RefundItem" i JOIN "Line" l ON l."id" = i."lineId" JOIN "Order" o ON o."id" = l."orderId",
        generate_series(1, $1::int) n
      WHERE o."number" = 'LF-TEST-0007' AND i."id" NOT LIKE 'rfi_more%' ON CONFLICT DO NOTHING`,
    max,
  )
  await pool().query(
    `INSERT INTO "SupplierEntry" ("id", "kind", "amount", "currency", "orderNum")
      SELECT 'sup_more' || n, 'expected_credit', 1, 'USD', u."orderNum"
      FROM "UpstreamOrder" u JOIN "Line" l ON l."id" = u."lineId" JOIN "Order" o ON o."id" = l."orderId",
        generate_series(1, $1::int) n
      WHERE o."number" = 'LF-TEST-0007' ON CONFLICT DO NOTHING`,
    max,
  )
}

test.each<[string, string, () => Promise<unknown>]>([
  ['unopened cards', 'Card_unopened', () => listCards(owner, { opened: 'no' })],
  ['messages of providers about nothing here', 'ProviderEvent_unmatched', () => rowsOf('unmatched')],
  ['messages of providers that wait', 'ProviderEvent_received', () => rowsOf('received')],
  ['orders that are asked about next', 'UsageWatch_dueAt_idx', () => rowsOf('watched')],
  ['orders that were asked about today', 'UsageWatch_asked', () => rowsOf('asked')],
  ['sessions that ended early', 'EarlyExpiry_at_idx', () => rowsOf('early_day')],
  ['differences that a comparison opened', 'Break_openedRun_idx', () => fileOf('findings', { opened: 'run_7' })],
  [
    'differences that a comparison closed',
    'Break_closedRun_idx',
    () => fileOf('findings', { ended: 'run_7', view: 'closed' }),
  ],
  ['cards refused by the network', 'Card_return_state', () => listCards(owner, { state: 'REFUSED' })],
])('with a million rows, the few %s are read from the index %s', async (_, index, read) => {
  const names = (await scansOf(read)).map((node) => node['Index Name'])

  expect(names).toContain(index)
})

test.each(['cards', 'customers'] as const)(
  'with a million orders, a file of %s reads no table through',
  async (list) => {
    const scans = await scansOf(() => fileOf(list, {}))

    expect(scans.length).toBeGreaterThan(1)
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  },
)

test('with a million orders, those who may not buy are looked up by who they are', async () => {
  await pool().query(
    `INSERT INTO "BuyerBlock" ("id", "email", "reason", "by") VALUES ('blk_1', $1, 'fraud', 'staff:stf_1')`,
    [EMAIL],
  )

  expect((await scansOf(() => getCustomers(owner, { buying: 'blocked' }))).filter(readsAll)).toEqual([])
})

test('with a million acts, those on a part of the settings are looked up by what was done', async () => {
  const scans = await scansOf(() => listAuditRows(owner, { ...AUDIT_FILTER, section: 'limits' }))

  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter(readsAll).map((node) => `${node['Node Type']} of ${node['Relation Name']}`)).toEqual([])
})

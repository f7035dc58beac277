import pg from 'pg'
import { pool } from '#lib/core/repository/client.ts'
import { adminOf } from '#tests/support/own-database.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const ORDERS = 60
const MONEY = ['Refund', 'RefundItem', 'SupplierEntry', 'LossEntry', 'Outbox', 'CancelAttempt']
const SALES = ['Order', 'Person', 'Line', 'Card', 'Payment', 'UpstreamOrder', 'Quote', 'Message', 'Withdrawal']
const RECORDS = ['Break', 'AuditEvent', 'CallLog', 'ProviderEvent', 'UsageWatch', 'EarlyExpiry', 'PlanChange']
/** The tables that are big in a store with a million orders. */
export const BIG = [...SALES, ...RECORDS, ...MONEY]

/** Fills the big tables with a few rows, and makes the planner believe that there are a hundred million of each. */
export async function fillTables(): Promise<void> {
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
  const { rows } = await pool().query<{ name: string }>('SELECT current_database() AS name')
  const admin = new pg.Client({ connectionString: adminOf(rows[0]?.name ?? '') })
  await admin.connect()
  await admin.query(
    `UPDATE pg_class SET reltuples = 100000000
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname = ANY($1)`,
    [BIG],
  )
  await admin.end()
}

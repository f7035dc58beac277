import { createHash } from 'node:crypto'
import type pg from 'pg'
import { env } from '#lib/core/env.ts'
import { connectForLong, pool } from '#lib/core/repository/client.ts'
import { encryptValue } from '#lib/core/repository/encrypted.ts'
import { placeOf } from '#lib/esims/repository/esims.ts'
import { bookRows } from './books.ts'
import { BOUGHT, type Chunk, DRAFTS, draftChunk, FUNCTIONS, ITEM_STATE } from './drafts.ts'

const CHUNK = 10_000
const MARKS = `
  INSERT INTO "DayMark" SELECT DISTINCT "mode", ("createdAt" AT TIME ZONE 'UTC')::date, 0 FROM "Order"
  UNION ALL SELECT DISTINCT 'supplier', ("at" AT TIME ZONE 'UTC')::date, 0 FROM "SupplierEntry" ON CONFLICT DO NOTHING`

/** What to fill a store with. The same request gives the same rows, but for the noise in sealed values and due times. */
export type SeedInput = { orders: number; seed: number; end: Date; onProgress?: (done: number) => void }

/** How many orders a store has; a running trial store with sales of its own is not to be mixed with made-up ones. */
export async function countOrders(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>('SELECT count(*)::int AS count FROM "Order"')

  return rows[0]?.count ?? 0
}

/**
 * Writes made-up orders with all that belongs to them, in chunks of 10,000, each in one transaction. Needs a catalogue.
 *
 * Nothing of it is due: a worker leaves it alone. Top-ups, links and sessions of buyers are not made.
 */
export async function fillStore({ orders, seed, end, onProgress }: SeedInput): Promise<void> {
  const base = await countOrders()
  const client = await connectForLong()
  try {
    await client.query(`SELECT set_config('seed.seed', $1, false)`, [String(seed)])
    await client.query(FUNCTIONS)
    await client.query(DRAFTS)
    const plans = (await client.query<{ count: number }>('SELECT count(*)::int AS count FROM seed_plan')).rows[0]?.count
    if (!plans) throw new Error('There is no catalogue yet: run `npm run catalog:sync` first.')
    const facts = { base, total: orders, end, plans, isTrusted: await maySkipChecks(client), ...money() }
    for (let from = base; from < base + orders; from += CHUNK) {
      await writeChunk(client, { ...facts, from, until: Math.min(from + CHUNK, base + orders) })
      onProgress?.(Math.min(from + CHUNK - base, orders))
    }
    // Written without triggers, nothing has marked its day.
    await client.query(MARKS)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

async function writeChunk(client: pg.ClientBase, chunk: Chunk): Promise<void> {
  await client.query('BEGIN')
  await client.query('SET LOCAL synchronous_commit = off')
  // Every reference is to a row of the same chunk: looking each of them up again would take three times as long.
  if (chunk.isTrusted) await client.query('SET LOCAL session_replication_role = replica')
  for (const [sql, values] of draftChunk(chunk)) await client.query(sql, values)
  await encryptCodes(client)
  for (const rows of [saleRows, networkRows, cancellationRows, bookRows]) {
    for (const [sql, values] of rows(chunk)) await client.query(sql, values)
  }
  await client.query('COMMIT')
}

async function maySkipChecks(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AS may`,
  )

  return rows[0]?.may ?? false
}

function money(): Pick<Chunk, 'minor' | 'currency' | 'costCurrency'> {
  const { STORE_CURRENCY: currency, RESELLER_API_CURRENCY: costCurrency } = env
  // As display data has it: near enough for prices that nobody pays.
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits

  return { minor: 10 ** (digits ?? 2), currency, costCurrency }
}

const BATCH = 5_000

/** Seals an activation code for each eSIM of a drawn chunk, as a sale would: they open with the keys of this store. */
async function encryptCodes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM seed_card')
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = rows.slice(start, start + BATCH).map(({ id }) => id)
    const encrypted = ids.map((id) => encryptValue(codeOf(id), placeOf(id)))
    await client.query('INSERT INTO seed_code SELECT * FROM unnest($1::text[], $2::bytea[])', [ids, encrypted])
  }
}

function codeOf(id: string): string {
  const matching = createHash('sha256').update(id).digest('hex').slice(0, 24).toUpperCase()

  return `LPA:1$smdp.example.com$${matching}`
}

const REFUNDS = `
  INSERT INTO "Refund" ("id", "paymentId", "key", "kind", "state", "amountMinor", "expectedRefundedSoFar", "reason",
    "providerRefundId", "requestedBy", "nextActionAt", "sentAt", "doneAt", "createdAt")
  SELECT r.refund, o.payment, 'refund:' || r.refund, r.kind::"RefundKind", r.state::"RefundState", r.amount, 0, r.reason,
    CASE r.state WHEN 'DONE' THEN 'rfd_' || md5(r.refund) END,
    CASE r.kind WHEN 'GOODWILL' THEN 'staff:seed' WHEN 'CARDS' THEN 'guest:seed' ELSE 'store' END,
    CASE r.state WHEN 'INTENDED' THEN clock_timestamp() + interval '1 year' END,
    CASE r.state WHEN 'INTENDED' THEN NULL ELSE r.at END, CASE r.state WHEN 'DONE' THEN r.at END, r.at
  FROM (SELECT refund, i, kind, state, reason, at, sum(amount)::int AS amount FROM seed_item GROUP BY 1, 2, 3, 4, 5, 6) r
  JOIN seed_order o USING (i)`

const ITEMS = `
  INSERT INTO "RefundItem" ("id", "refundId", "lineId", "cardId", "amountMinor")
  SELECT id, refund, line, card, amount FROM seed_item`

/** Returns of single eSIMs, and of whole orders: those name no card. */
const RETURNS = `
  INSERT INTO "CancelAttempt" ("id", "orderNum", "lineId", "state", "requestedBy", "reason", "answer", "outcome",
    "nextActionAt", "askedAt", "sentAt", "endedAt")
  SELECT pg_temp.id('can', l.gi), l.order_num, l.id, w.state::"CancelState",
    CASE WHEN l.back_fate IS NULL THEN 'store' ELSE 'guest:seed' END,
    CASE WHEN l.back_fate IS NULL THEN 'cancelled' ELSE '' END, '{}',
    CASE w.state WHEN 'REFUSED' THEN '{"code": -1, "text": "Already used", "class": "REJECTED", "status": 0}'::jsonb
      WHEN 'CONFIRMED' THEN '{"code": null, "text": null, "class": "ACCEPTED", "status": 2}'::jsonb END,
    CASE WHEN w.state IN ('CONFIRMED', 'REFUSED') THEN NULL ELSE clock_timestamp() + interval '1 year' END, a.at,
    CASE w.state WHEN 'ASKED' THEN NULL ELSE a.at END,
    CASE WHEN w.state IN ('CONFIRMED', 'REFUSED') THEN a.at + interval '3 minutes' END
  FROM seed_line l
  CROSS JOIN LATERAL (SELECT CASE WHEN l.back_fate = 'MONEY_BACK' OR l.fate IN ('cancelled', 'refunded', 'REFUNDING')
    THEN 'CONFIRMED' WHEN l.fate = 'CANCELLING' THEN 'ASKED' WHEN l.fate = 'CANCEL_UNKNOWN' THEN 'SENT'
    ELSE l.back_fate END AS state) w
  CROSS JOIN LATERAL (SELECT l.at + interval '1 day' * pg_temp.draw(l.gi, 22) AS at) a
  WHERE w.state IS NOT NULL ORDER BY l.gi`

const RETURNED = `
  INSERT INTO "CancelItem" ("attemptId", "cardId", "iccid", "answer")
  SELECT pg_temp.id('can', l.gi), c.id, c.iccid, 'ask' FROM seed_card c JOIN seed_line l USING (gi)
  WHERE l.back_fate IS NOT NULL AND c.position <= l.back`

const CREDITS = `
  INSERT INTO "SupplierEntry" ("id", "kind", "amount", "currency", "orderNum", "note", "confirmedAt", "confirmedBy", "at")
  SELECT pg_temp.id('sup', -1 - l.gi), 'expected_credit', round(l.cost * l.back / l.count, 6), $1, l.order_num,
    pg_temp.id('can', l.gi),
    CASE WHEN pg_temp.draw(l.gi, 23) < 0.9 THEN l.at + interval '40 days' END,
    CASE WHEN pg_temp.draw(l.gi, 23) < 0.9 THEN 'staff:seed' END, l.at + interval '1 day'
  FROM seed_line l WHERE l.back_fate = 'MONEY_BACK' ORDER BY l.gi`

/** Returns the statements that write what went back in a drawn chunk: to the network, and to the buyer. */
function cancellationRows({ costCurrency }: Chunk): [string, unknown[]][] {
  return [
    [REFUNDS, []],
    [ITEMS, []],
    [RETURNS, []],
    [RETURNED, []],
    [CREDITS, [costCurrency]],
  ]
}

const ATTEMPTS = `
  INSERT INTO "Attempt" ("id", "lineId", "n", "attemptRef", "state", "class", "code", "reason", "looks", "cleanLooks",
    "preparedAt", "sentAt", "endedAt")
  SELECT pg_temp.id('att', l.gi), l.id, 1, l.ref || '-1', s.state::"AttemptState",
    CASE s.state WHEN 'ACCEPTED' THEN 'ACCEPTED' WHEN 'REJECTED' THEN 'REJECTED' WHEN 'SENT' THEN NULL ELSE 'UNKNOWN' END,
    CASE s.state WHEN 'ACCEPTED' THEN 0 WHEN 'REJECTED' THEN -2 END,
    CASE s.state WHEN 'UNKNOWN' THEN 'timeout' WHEN 'ABSENT' THEN 'timeout' END,
    CASE s.state WHEN 'ABSENT' THEN 7 WHEN 'UNKNOWN' THEN 3 ELSE 0 END, CASE s.state WHEN 'ABSENT' THEN 5 ELSE 0 END,
    l.at + interval '60 seconds', l.at + interval '61 seconds',
    CASE WHEN s.state NOT IN ('SENT', 'UNKNOWN') THEN l.at + interval '62 seconds' END
  FROM seed_line l CROSS JOIN LATERAL (SELECT CASE WHEN l.fate IN ${BOUGHT} THEN 'ACCEPTED'
    WHEN l.fate IN ('released', 'REFUND_DUE') THEN 'ABSENT' WHEN l.fate = 'PLACING' THEN 'SENT'
    ELSE l.fate END AS state) s
  WHERE l.fate NOT IN ('expired', 'AWAITING_PAYMENT', 'READY') ORDER BY l.gi`

const PROVIDER_ORDERS = `
  INSERT INTO "UpstreamOrder" ("orderNum", "lineId", "attemptId", "status", "statusReadAt", "cost", "costCurrency",
    "listedAt", "createdAt")
  SELECT order_num, id, pg_temp.id('att', gi),
    CASE WHEN fate IN ('refunded', 'cancelled', 'REFUNDING') OR (back_fate = 'MONEY_BACK' AND back = count) THEN 2 ELSE 0 END,
    at + interval '5 minutes', cost, $1, at + interval '5 minutes', at + interval '62 seconds'
  FROM seed_line WHERE fate IN ${BOUGHT} ORDER BY gi`

const CARDS = `
  INSERT INTO "Card" ("id", "iccid", "lineId", "orderNum", "position", "priceShareMinor", "sealedCode", "activateBefore",
    "cancelState", "revealedAt", "revealedBy", "facts", "factsReadAt", "createdAt")
  SELECT c.id, c.iccid, l.id, l.order_num, c.position, c.share, s.sealed,
    to_char(l.at + interval '180 days', 'YYYY-MM-DD'), c.cancel::"CardCancelState", c.revealed,
    CASE WHEN c.revealed IS NOT NULL THEN 'guest:seed' END,
    CASE WHEN c.revealed IS NOT NULL THEN jsonb_build_object('orderStatus', 0, 'usedMb', c.used, 'startedAt', NULL,
      'orderReadAt', to_char(read.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hasInstallSignal', NULL,
      'profileStatus', NULL, 'signalReadAt', NULL) END,
    read.at, l.at + interval '62 seconds'
  FROM seed_card c JOIN seed_line l USING (gi) JOIN seed_code s ON s.id = c.id
  CROSS JOIN LATERAL (SELECT least(c.revealed + interval '9 days', $1::timestamptz) AS at) read ORDER BY c.n`

const SPEND = `
  INSERT INTO "SupplierEntry" ("id", "kind", "amount", "currency", "orderNum", "at")
  SELECT pg_temp.id('sup', gi), 'spend', cost, $1, order_num, at + interval '62 seconds'
  FROM seed_line WHERE fate IN ${BOUGHT} ORDER BY gi`

const READINGS = `
  INSERT INTO "UsageReading" ("cardId", "orderNum", "source", "usedForm", "usedMb", "totalMb", "isDayPass", "beginsAt",
    "endsAt", "firstReadAt", "readAt")
  SELECT c.id, l.order_num, 'order_query', 'number', c.used, k.mb, k."kind" = 'day_pass', c.revealed,
    c.revealed + interval '30 days', least(c.revealed + interval '9 days', $1::timestamptz),
    least(c.revealed + interval '9 days', $1::timestamptz)
  FROM seed_card c JOIN seed_line l USING (gi) JOIN seed_plan k ON k.r = l.plan
  WHERE c.revealed IS NOT NULL AND c.revealed < $1::timestamptz ORDER BY c.n`

// Watched to the end: nothing of it is asked again.
const WATCHES = `
  INSERT INTO "UsageWatch" ("orderNum") SELECT order_num FROM seed_line WHERE fate = 'delivered' ORDER BY gi`

/** Returns the statements that write what the network sold us in a drawn chunk. The codes are sealed already. */
function networkRows({ costCurrency, end }: Chunk): [string, unknown[]][] {
  return [
    [ATTEMPTS, []],
    [PROVIDER_ORDERS, [costCurrency]],
    [CARDS, [end]],
    [SPEND, [costCurrency]],
    [READINGS, [end]],
    [WATCHES, []],
  ]
}

const PERSONS = `
  INSERT INTO "Person" ("id", "email", "name", "createdAt") SELECT person, email, name, at FROM seed_order`

const ORDERS = `
  INSERT INTO "Order" ("id", "number", "personId", "scope", "idempotencyKey", "fingerprint", "locale", "currency",
    "totalMinor", "mode", "consent", "createdAt")
  SELECT o.id, o.number, o.person, 'seed', o.id, o.id, o.locale, $1, l.total, 'trial',
    jsonb_build_object('at', to_char(o.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'text', '2026-11-20',
      'terms', true, 'withdrawalInfo', true, 'deviceChecked', true, 'travellers', '{}'::jsonb), o.at
  FROM seed_order o JOIN (SELECT i, sum(unit * count)::int AS total FROM seed_line GROUP BY i) l USING (i) ORDER BY o.i`

const QUOTES = `
  INSERT INTO "Quote" ("id", "planId", "skuId", "count", "days", "locale", "currency", "unitMinor", "totalMinor", "cost",
    "costCurrency", "rate", "ruleVersion", "priceId", "planCode", "snapshot", "checkedAt", "expiresAt", "createdAt")
  SELECT l.quote, k."id", k."skuId", l.count, l.days, o.locale, $1, l.unit, l.unit * l.count, k."cost", $2, 1, 1,
    k."priceId", k."code", k.snapshot, l.at - interval '90 seconds', l.at + interval '13 minutes',
    l.at - interval '90 seconds'
  FROM seed_line l JOIN seed_order o USING (i) JOIN seed_plan k ON k.r = l.plan ORDER BY l.gi`

// What is due is due in a year: nobody is to work on sales that never took place.
const LINES = `
  INSERT INTO "Line" ("id", "orderId", "position", "quoteId", "lineRef", "state", "reason", "priceMinor",
    "nextActionAt", "epoch", "readyAt", "unknownSince", "placedAt", "deliveredAt", "createdAt", "orderedAt", "updatedAt")
  SELECT l.id, o.id, l.position, l.quote, l.ref, s.state::"LineState",
    CASE l.fate WHEN 'expired' THEN 'not_paid' WHEN 'released' THEN 'not_placed' WHEN 'refunded' THEN 'details_missing'
      WHEN 'cancelled' THEN 'cancelled' WHEN 'CANCELLING' THEN 'cancelled' WHEN 'CANCEL_UNKNOWN' THEN 'cancelled'
      WHEN 'REFUND_DUE' THEN 'not_placed' WHEN 'REFUNDING' THEN 'details_missing' WHEN 'HELD' THEN
        (ARRAY['disputed', 'order_differs', 'details_refused', 'cards_unknown'])[1 + (o.i % 4)::int]
      ELSE CASE WHEN s.state = 'CANCELLED' THEN 'returned' END END,
    l.unit * l.count,
    CASE WHEN s.state NOT IN ('DELIVERED', 'CANCELLED', 'REFUNDED', 'EXPIRED', 'HELD')
      THEN clock_timestamp() + interval '1 year' END,
    3, CASE WHEN l.fate NOT IN ('expired', 'AWAITING_PAYMENT') THEN l.at + interval '1 minute' END,
    CASE l.fate WHEN 'UNKNOWN' THEN l.at + interval '61 seconds' END,
    CASE WHEN u.is_bought THEN l.at + interval '62 seconds' END,
    CASE WHEN s.state = 'DELIVERED' THEN l.at + interval '62 seconds' + interval '9 seconds' * pg_temp.draw(l.gi, 21) END,
    l.at, o.at, l.at + interval '2 minutes'
  FROM seed_line l JOIN seed_order o USING (i) CROSS JOIN LATERAL (SELECT ${ITEM_STATE} AS state) s
  CROSS JOIN LATERAL (SELECT l.fate NOT IN ('expired', 'released', 'AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN',
    'REJECTED', 'REFUND_DUE') AS is_bought) u
  ORDER BY l.gi`

const PAYMENTS = `
  INSERT INTO "Payment" ("id", "orderId", "provider", "key", "sessionId", "objectId", "amountMinor", "currency", "state",
    "reason", "isTest", "capturedMinor", "refundedMinor", "captureUsedAt", "nextActionAt", "createdAt", "updatedAt")
  SELECT o.payment, o.id, 'test', 'order:' || o.id || ':pay:1', 'ses_' || md5('ses' || o.id),
    CASE WHEN o.fate NOT IN ('expired', 'AWAITING_PAYMENT') THEN 'pay_' || md5('obj' || o.id) END, r."totalMinor", $1,
    p.state::"PaymentState", CASE WHEN p.state = 'FAILED' THEN 'declined' END, true,
    CASE WHEN p.state IN ('CAPTURED', 'DISPUTED') THEN r."totalMinor" ELSE 0 END, coalesce(b.back, 0),
    CASE WHEN p.state IN ('CAPTURED', 'DISPUTED') THEN o.at + interval '63 seconds' END,
    CASE WHEN p.state IN ('OPEN', 'CAPTURING') THEN clock_timestamp() + interval '1 year' END, o.at,
    o.at + interval '2 minutes'
  FROM seed_order o JOIN "Order" r ON r."id" = o.id
  LEFT JOIN (SELECT i, sum(amount)::int AS back FROM seed_item WHERE state = 'DONE' GROUP BY i) b USING (i)
  CROSS JOIN LATERAL (SELECT CASE
    WHEN o.fate = 'expired' THEN CASE WHEN o.i % 5 = 0 THEN 'FAILED' ELSE 'EXPIRED' END
    WHEN o.fate = 'released' THEN 'VOIDED' WHEN o.fate = 'AWAITING_PAYMENT' THEN 'OPEN'
    WHEN o.fate IN ('READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'REFUND_DUE') THEN 'AUTHORISED'
    WHEN o.fate = 'CAPTURING' THEN 'CAPTURING' WHEN o.fate = 'HELD' AND o.i % 4 = 0 THEN 'DISPUTED'
    ELSE 'CAPTURED' END AS state) p
  ORDER BY o.i`

/** Returns the statements that write the sales of a drawn chunk: who, what, for how much. */
function saleRows({ currency, costCurrency }: Chunk): [string, unknown[]][] {
  return [
    [PERSONS, []],
    [ORDERS, [currency]],
    [QUOTES, [currency, costCurrency]],
    [LINES, []],
    [PAYMENTS, [currency]],
  ]
}

import { type Chunk, LINE_STATE } from './drafts.ts'

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
  FROM seed_line l JOIN seed_order o USING (i) CROSS JOIN LATERAL (SELECT ${LINE_STATE} AS state) s
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
export function saleRows({ currency, costCurrency }: Chunk): [string, unknown[]][] {
  return [
    [PERSONS, []],
    [ORDERS, [currency]],
    [QUOTES, [currency, costCurrency]],
    [LINES, []],
    [PAYMENTS, [currency]],
  ]
}

import { BOUGHT, type Chunk, ITEM_STATE } from './drafts.ts'

/** The history: each event with the states that have passed it, and its second after the order. */
const EVENTS = `
  INSERT INTO "OrderEvent" ("at", "orderId", "lineId", "kind", "actor", "data")
  SELECT at, order_id, line_id, kind, actor, data FROM (
    SELECT o.at AS at, o.id AS order_id, NULL AS line_id, 'order_started' AS kind, 'buyer' AS actor, '{}'::jsonb AS data,
      0 AS n FROM seed_order o
    UNION ALL SELECT o.at + interval '1 minute', o.id, NULL, 'paid', 'store',
      jsonb_build_object('amountMinor', r."totalMinor"), 1
      FROM seed_order o JOIN "Order" r ON r."id" = o.id WHERE o.fate NOT IN ('expired', 'AWAITING_PAYMENT')
    UNION ALL SELECT l.at + interval '60 seconds', o.id, l.id, 'placing', 'store', '{"n": 1}', 2
      FROM seed_line l JOIN seed_order o USING (i) WHERE l.fate NOT IN ('expired', 'AWAITING_PAYMENT', 'READY')
    UNION ALL SELECT l.at + interval '62 seconds', o.id, l.id, 'placed', 'store',
      jsonb_build_object('orderNum', l.order_num), 3 FROM seed_line l JOIN seed_order o USING (i) WHERE l.fate IN ${BOUGHT}
    UNION ALL SELECT o.at + interval '63 seconds', o.id, NULL, 'captured', 'store',
      jsonb_build_object('amountMinor', r."totalMinor"), 4
      FROM seed_order o JOIN "Order" r ON r."id" = o.id WHERE o.fate IN ('delivered', 'refunded', 'cancelled')
    UNION ALL SELECT l.at + interval '70 seconds', o.id, l.id, 'ready', 'store', jsonb_build_object('cards', l.count), 5
      FROM seed_line l JOIN seed_order o USING (i) WHERE l.fate = 'delivered'
    UNION ALL SELECT c.revealed, o.id, l.id, 'revealed', 'guest:seed', jsonb_build_object('cardId', c.id), 6
      FROM seed_card c JOIN seed_line l USING (gi) JOIN seed_order o USING (i) WHERE c.revealed IS NOT NULL
    UNION ALL SELECT l.at + interval '2 minutes', o.id, l.id, lower(s.state), 'store', '{}', 7
      FROM seed_line l JOIN seed_order o USING (i) CROSS JOIN LATERAL (SELECT ${ITEM_STATE} AS state) s
      WHERE s.state IN ('EXPIRED', 'HELD', 'UNKNOWN', 'REJECTED', 'CANCELLED')
    UNION ALL SELECT t.at, o.id, NULL, 'refunded', 'store', jsonb_build_object('amountMinor', t.amount, 'reason', t.reason), 8
      FROM (SELECT i, at, reason, sum(amount) AS amount FROM seed_item WHERE state = 'DONE' GROUP BY 1, 2, 3) t
      JOIN seed_order o USING (i)
  ) e ORDER BY at, n`

/** The provider's word about each payment that it took. */
const PROVIDER_EVENTS = `
  INSERT INTO "ProviderEvent" ("id", "provider", "eventId", "kind", "objectId", "state", "receivedAt", "appliedAt")
  SELECT pg_temp.id('evt', o.i), 'test', 'evt_' || md5('evt' || o.id), 'payment.authorised', 'pay_' || md5('obj' || o.id),
    'APPLIED', o.at + interval '1 minute', o.at + interval '1 minute'
  FROM seed_order o WHERE o.fate NOT IN ('expired', 'AWAITING_PAYMENT')`

// Calls are kept for half a year, mails for a month.
const CALLS = `
  INSERT INTO "CallLog" ("at", "endpoint", "lineId", "reference", "orderNum", "class", "code", "latencyMs", "bytes")
  SELECT l.at + c.delay, c.endpoint, l.id, CASE c.endpoint WHEN 'placeOrder' THEN l.ref || '-1' END,
    CASE c.endpoint WHEN 'listPlans' THEN NULL ELSE l.order_num END, 'ok', 0,
    20 + (400 * power(pg_temp.draw(l.gi, c.salt), 4))::int, 1300
  FROM seed_line l CROSS JOIN (VALUES ('listPlans', interval '60 seconds', 24), ('placeOrder', interval '61.5 seconds', 25),
    ('searchOrders', interval '5 minutes', 26)) c (endpoint, delay, salt)
  WHERE l.at > $1::timestamptz - interval '180 days' AND l.fate IN ${BOUGHT} ORDER BY 1`

const MAILS = `
  INSERT INTO "Outbox" ("id", "dedupeKey", "kind", "orderId", "payload", "state", "tries", "nextActionAt", "sentAt",
    "createdAt")
  SELECT pg_temp.id('out', o.i), 'ready:' || o.id, 'order_ready', o.id, '{}',
    (CASE WHEN o.i % 20000 = 7 THEN 'GIVEN_UP' ELSE 'SENT' END)::"OutboxState", 1, NULL,
    CASE WHEN o.i % 20000 = 7 THEN NULL ELSE o.at + interval '71 seconds' END, o.at + interval '70 seconds'
  FROM seed_order o WHERE o.fate = 'delivered' AND o.at > $1::timestamptz - interval '30 days'`

const NOTES = `
  INSERT INTO "OrderNote" ("id", "orderId", "text", "by", "at")
  SELECT pg_temp.id('not', i), id, 'Asked by mail, answered.', 'staff:seed', at + interval '1 hour'
  FROM seed_order WHERE i % 50 = 3`

const TAGS = `
  INSERT INTO "OrderTag" ("orderId", "tag", "by", "at")
  SELECT id, (ARRAY['vip', 'refund', 'corporate', 'travel-agent'])[1 + (i / 40 % 4)::int], 'staff:seed', at
  FROM seed_order WHERE i % 40 = 5`

const AUDIT_ROWS = `
  INSERT INTO "AuditEvent" ("at", "actor", "role", "act", "subject", "reason", "after", "address")
  SELECT at + interval '1 hour', 'staff:seed' || i % 7, 'support', (ARRAY['order.noted', 'order.link_resent', 'order.tagged',
    'card.revealed', 'order.goodwill'])[1 + (i / 10 % 5)::int], id, 'asked by the buyer', '{"orders": 1}', '192.0.2.7'
  FROM seed_order WHERE i % 10 = 1 ORDER BY at`

const MESSAGES = `
  INSERT INTO "Message" ("id", "reference", "email", "locale", "topic", "text", "orderId", "facts", "createdAt",
    "answer", "answeredBy", "closedAt")
  SELECT pg_temp.id('msg', i), 'M-' || number, email, locale, (ARRAY['install', 'no_service', 'refund'])[1 + (i / 40 % 3)::int],
    'It does not work.', id, '{}', at + interval '1 day', CASE WHEN i % 4000 <> 17 THEN 'It does now.' END,
    CASE WHEN i % 4000 <> 17 THEN 'seed' END, CASE WHEN i % 4000 <> 17 THEN at + interval '26 hours' END
  FROM seed_order WHERE i % 40 = 17`

const DISCREPANCIES = `
  INSERT INTO "Break" ("id", "kind", "subject", "orderId", "evidence", "openedAt", "closedAt", "closedBy", "resolution",
    "mark", "riskAmount", "riskCurrency", "seenAt")
  SELECT pg_temp.id('brk', l.gi), k.kind, l.order_num, o.id,
    jsonb_build_object('ours', jsonb_build_object('order', l.order_num, 'cost', l.cost || ' ' || $1), 'network',
      jsonb_build_object('order', l.order_num, 'cost', l.cost * 2 || ' ' || $1), 'provider', NULL, 'differs',
      '["cost"]'::jsonb, 'lineId', l.id, 'skuId', NULL), l.at + interval '1 day',
    CASE WHEN l.i % 5000 = 11 THEN NULL ELSE l.at + interval '2 days' END,
    CASE WHEN l.i % 5000 = 11 THEN NULL ELSE 'store' END, CASE WHEN l.i % 5000 = 11 THEN NULL ELSE 'agreed' END,
    'seed', l.cost, $1, l.at + interval '1 day'
  FROM seed_line l JOIN seed_order o USING (i)
  CROSS JOIN LATERAL (SELECT (ARRAY['cost_differs', 'status_differs', 'order_not_listed'])[1 + (l.i / 500 % 3)::int] AS kind) k
  WHERE l.i % 500 = 11 AND l.position = 1 AND l.fate IN ${BOUGHT}`

/** Returns the statements that write the books about a drawn chunk: history, calls, mails, acts of people, differences. */
export function bookRows({ end, costCurrency }: Chunk): [string, unknown[]][] {
  return [
    [EVENTS, []],
    [PROVIDER_EVENTS, []],
    [CALLS, [end]],
    [MAILS, [end]],
    [NOTES, []],
    [TAGS, []],
    [AUDIT_ROWS, []],
    [MESSAGES, []],
    [DISCREPANCIES, [costCurrency]],
  ]
}

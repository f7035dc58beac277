import type { Chunk } from './drafts.ts'

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

/** Returns of single cards, and of whole orders: those name no card. */
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
export function returnRows({ costCurrency }: Chunk): [string, unknown[]][] {
  return [
    [REFUNDS, []],
    [ITEMS, []],
    [RETURNS, []],
    [RETURNED, []],
    [CREDITS, [costCurrency]],
  ]
}

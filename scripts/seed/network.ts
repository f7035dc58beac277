import { BOUGHT, type Chunk } from './drafts.ts'

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

const UPSTREAM_ORDERS = `
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
export function networkRows({ costCurrency, end }: Chunk): [string, unknown[]][] {
  return [
    [ATTEMPTS, []],
    [UPSTREAM_ORDERS, [costCurrency]],
    [CARDS, [end]],
    [SPEND, [costCurrency]],
    [READINGS, [end]],
    [WATCHES, []],
  ]
}

/** Where a sale's numbers come from: `draw(n, salt)` is the same for the same seed, wherever and whenever it runs. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What ended well, and what else can become of an order: all in one hand, or still under way when it is young. */
const OPEN_FATES = [
  ...['AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING'],
  ...['DELIVERABLE', 'CANCELLING', 'CANCEL_UNKNOWN', 'REFUND_DUE', 'REFUNDING', 'HELD'],
]

/** SQL for a number as letters of the store's alphabet, as many as `length`. */
function emails(number: string, length: number): string {
  const digits = Array.from({ length }, (_, place) => `((${number}) >> ${5 * (length - 1 - place)}) & 31`)

  return digits.map((digit) => `substr('${ALPHABET}', (${digit})::int + 1, 1)`).join(' || ')
}

/** SQL for one of these texts, picked by a draw between 0 and 1. */
function oneOf(texts: readonly string[], draw: string): string {
  const list = texts.map((text) => `'${text}'`).join(', ')

  return `(ARRAY[${list}])[1 + floor(${draw} * ${texts.length})::int]`
}

/** Functions that live as long as the connection. The seed is a setting of it, so that they can be inlined. */
export const FUNCTIONS = `
  CREATE FUNCTION pg_temp.draw(n bigint, salt int) RETURNS float8 LANGUAGE sql STABLE AS $$
    SELECT (hashint8extended(n, current_setting('seed.seed')::bigint * 1000 + salt) & 2147483647)::float8 / 2147483648
  $$;
  CREATE FUNCTION pg_temp.id(kind text, n bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT kind || '_' || upper(left(md5(current_setting('seed.seed') || kind || n), 26))
  $$;`

/**
 * What is drawn before anything is written: orders, their lines, their eSIMs, and what of their money went back.
 *
 * Temporary tables, emptied before each chunk. Orders are numbered over the whole run; `gi` numbers lines, `n` eSIMs.
 */
export const DRAFTS = `
  CREATE TEMP TABLE seed_plan AS
    SELECT row_number() OVER (ORDER BY md5(k."skuId" || k."planKey")) AS r, k."id", k."skuId", k."priceId", k."code",
      k."kind", k."cost", k."premark",
      CASE WHEN k."kind" = 'day_pass' THEN coalesce(k."minDays", 1) END AS min_days,
      CASE WHEN k."kind" = 'day_pass' THEN least(coalesce(k."maxDays", 10), 10) END AS max_days,
      CASE k."amountUnit" WHEN 'GB' THEN 1024 ELSE 1 END * k."amountValue" AS mb,
      jsonb_build_object(
        'destination', jsonb_build_object('slug', s."slug", 'name', coalesce(s."ownName", s."upstreamName"),
          'iso2', s."iso2"),
        'amount', jsonb_build_object('value', k."amountValue", 'unit', k."amountUnit"),
        'term', CASE WHEN k."kind" = 'day_pass'
          THEN jsonb_build_object('kind', 'day_pass', 'minDays', coalesce(k."minDays", 1), 'maxDays',
            coalesce(k."maxDays", 30))
          ELSE jsonb_build_object('kind', 'fixed', 'days', k."validityDays") END,
        'networks', NULL, 'words', '[]'::jsonb, 'canTopUp', k."canTopUp", 'startsAtOnce', NULL, 'timeZone', NULL,
        'seenUnitMinor', NULL) AS snapshot
    FROM "Plan" k JOIN "Sku" s ON s."id" = k."skuId"
    WHERE k."kind" <> 'unsold' AND k."vanishedAt" IS NULL AND k."amountUnit" IN ('MB', 'GB');
  CREATE UNIQUE INDEX ON seed_plan (r);
  CREATE TEMP TABLE seed_order (i bigint PRIMARY KEY, id text, number text, person text, payment text,
    at timestamptz(3), email text, name text, locale text, fate text, many int);
  CREATE TEMP TABLE seed_line (gi bigint PRIMARY KEY, i bigint, position int, id text, quote text, ref text,
    order_num text, plan bigint, days int, count int, unit int, cost numeric, fate text, back_fate text, back int,
    at timestamptz(3));
  CREATE TEMP TABLE seed_card (n bigint PRIMARY KEY, gi bigint, position int, id text, iccid text, share int,
    cancel text, revealed timestamptz(3), used float8);
  CREATE TEMP TABLE seed_item (id text, refund text, i bigint, kind text, state text, line text, card text,
    amount int, reason text, at timestamptz(3));
  CREATE TEMP TABLE seed_code (id text PRIMARY KEY, sealed bytea);`

const FIRST = ['Ana', 'Ben', 'Chloé', 'Dimitri', 'Emre', 'Fatima', 'Goran', 'Hana', 'Ines', 'Jonas', 'Kenji', 'Leila']
const LAST = ['Ruiz', 'Weber', 'Martin', 'Petrov', 'Yilmaz', 'Haddad', 'Horvat', 'Suzuki', 'Silva', 'Berg', 'Okafor']
const HOSTS = ['example.com', 'example.net', 'example.org']

/** SQL of the state that is known of an item: the fate of its order, or what its eSIMs' return made of it. */
export const ITEM_STATE = `CASE l.fate WHEN 'delivered' THEN
    CASE WHEN l.back_fate = 'MONEY_BACK' AND l.back = l.count THEN 'CANCELLED' ELSE 'DELIVERED' END
  WHEN 'expired' THEN 'EXPIRED' WHEN 'released' THEN 'REFUNDED' WHEN 'refunded' THEN 'REFUNDED'
  WHEN 'cancelled' THEN 'CANCELLED' ELSE l.fate END`

/** Fates whose line was bought at the network, and those of them that have eSIMs. */
export const BOUGHT = `('delivered', 'refunded', 'cancelled', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE',
  'CANCELLING', 'CANCEL_UNKNOWN', 'REFUNDING', 'HELD')`
const WITH_ESIMS = `('delivered', 'cancelled', 'DELIVERABLE', 'CANCELLING', 'CANCEL_UNKNOWN', 'REFUNDING', 'HELD')`

/**
 * Draws the orders from `$1` up to, not including, `$2`. `$3` orders are spread over the two years before `$4`, the first
 * of them has the number `$5`; the later, the more. Young orders may be under way.
 */
const ORDERS = `
  INSERT INTO seed_order
  SELECT i, pg_temp.id('ord', i),
    'LF-' || substr(w, 1, 4) || '-' || substr(w, 5), pg_temp.id('per', i), pg_temp.id('pay', i),
    $4::timestamptz - interval '730 days' * (1 - power(share, 0.7)),
    lower(translate(first, 'é', 'e')) || '.' || lower(last) || floor(pg_temp.draw(i, 4) * $3::bigint / 500)::int || '@'
      || ${oneOf(HOSTS, 'pg_temp.draw(i, 5)')},
    first || ' ' || last, ${oneOf(['en', 'en', 'en', 'de', 'ar'], 'pg_temp.draw(i, 6)')},
    CASE WHEN share > 0.998 AND fate < 0.4 THEN ${oneOf(OPEN_FATES, 'pg_temp.draw(i, 9)')}
      WHEN fate < 0.0002 AND share > 0.9 THEN 'HELD'
      WHEN fate < 0.04 THEN 'expired' WHEN fate < 0.05 THEN 'released' WHEN fate < 0.06 THEN 'refunded'
      WHEN fate < 0.066 THEN 'cancelled' ELSE 'delivered' END,
    CASE WHEN many < 0.92 THEN 1 WHEN many < 0.98 THEN 2 ELSE 3 END
  FROM (
    SELECT i, (i - $5::bigint + pg_temp.draw(i, 1)) / $3::bigint AS share,
      ${oneOf(FIRST, 'pg_temp.draw(i, 2)')} AS first, ${oneOf(LAST, 'pg_temp.draw(i, 3)')} AS last,
      pg_temp.draw(i, 7) AS fate, pg_temp.draw(i, 8) AS many,
      ${emails(`((i * 2654435761 + current_setting('seed.seed')::bigint * 7919) & 1099511627775)`, 8)} AS w
    FROM generate_series($1::bigint, $2::bigint - 1) AS i
  ) d`

const LINES = `
  INSERT INTO seed_line
  SELECT gi, i, position, pg_temp.id('lin', gi), pg_temp.id('quo', gi),
    'LF' || ${emails('(extract(epoch FROM at) * 1000)::bigint', 10)} || upper(left(md5(gi::text), 16)),
    'EP' || to_char(at, 'YYYYMMDD') || lpad(gi::text, 8, '0'), r, days, count,
    greatest(1, round(cost * coalesce(days, 1) * 1.4 * $1::int))::int, cost * coalesce(days, 1) * count, fate,
    CASE WHEN fate <> 'delivered' THEN NULL WHEN back < 0.012 THEN 'MONEY_BACK' WHEN back < 0.015 THEN 'REFUSED'
      WHEN back < 0.05 AND i > $2::bigint THEN ${oneOf(['ASKED', 'SENT', 'OPEN'], 'pg_temp.draw(gi, 13)')} END,
    1 + floor(pg_temp.draw(gi, 14) * count)::int, at
  FROM (
    SELECT o.i * 3 + position - 1 AS gi, o.i, position, k.r, o.fate, o.at, k.cost,
      k.min_days + floor(pg_temp.draw(o.i * 3 + position - 1, 11) * (k.max_days - k.min_days + 1))::int AS days,
      CASE WHEN t.pieces < 0.8 THEN 1 WHEN t.pieces < 0.92 THEN 2 WHEN t.pieces < 0.97 THEN 3 ELSE 5 END AS count,
      pg_temp.draw(o.i * 3 + position - 1, 12) AS back
    FROM seed_order o CROSS JOIN LATERAL generate_series(1, o.many) AS position
    CROSS JOIN LATERAL (SELECT pg_temp.draw(o.i * 3 + position - 1, 10) AS pieces,
      power(pg_temp.draw(o.i * 3 + position - 1, 15), 2) AS taste) t
    JOIN seed_plan k ON k.r = 1 + floor(t.taste * $3::bigint)::bigint
  ) d`

const CARDS = `
  INSERT INTO seed_card
  SELECT n, gi, position, pg_temp.id('crd', n), '8948' || lpad((n * 7368787 % 1000000000000000)::text, 15, '0'), unit,
    CASE WHEN fate = 'cancelled' THEN 'MONEY_BACK' WHEN fate IN ('CANCELLING', 'CANCEL_UNKNOWN') THEN 'SENT'
      WHEN back_fate IS NOT NULL AND position <= back THEN back_fate ELSE 'NONE' END,
    CASE WHEN fate = 'delivered' AND (back_fate IS NULL OR position > back) AND pg_temp.draw(n, 16) < 0.86
      THEN at + interval '20 days' * power(pg_temp.draw(n, 17), 3) + interval '40 seconds' END,
    round((mb * pg_temp.draw(n, 18))::numeric, 1)
  FROM (SELECT l.*, l.gi * 5 + p - 1 AS n, p AS position, k.mb
    FROM (SELECT gi, at, unit, fate, back_fate, back, count, plan FROM seed_line WHERE fate IN ${WITH_ESIMS}) l
    JOIN seed_plan k ON k.r = l.plan CROSS JOIN LATERAL generate_series(1, l.count) AS p) d (
      gi, at, unit, fate, back_fate, back, count, plan, n, position, mb)`

/** What went back, or is to: whole lines, returned eSIMs, goodwill, and what a provider refused. */
const ITEMS = `
  INSERT INTO seed_item
  SELECT 'rfi_' || upper(left(md5(d.kind || coalesce(d.card, d.line)), 26)),
    'rfd_' || upper(left(md5(o.id || d.kind || d.state), 26)), o.i, d.kind, d.state, d.line, d.card, d.amount, d.reason, o.at + interval '1 day' * pg_temp.draw(o.i, 19)
  FROM seed_order o JOIN (
    SELECT i, 'AUTOMATIC' AS kind, CASE fate WHEN 'REFUNDING' THEN 'INTENDED' ELSE 'DONE' END AS state, id AS line,
      NULL AS card, unit * count AS amount, CASE fate WHEN 'cancelled' THEN 'cancelled' ELSE 'details_missing' END
    FROM seed_line WHERE fate IN ('refunded', 'cancelled', 'REFUNDING')
    UNION ALL
    SELECT l.i, 'CARDS', 'DONE', l.id, c.id, c.share, 'cancelled' FROM seed_card c JOIN seed_line l USING (gi)
    WHERE c.cancel = 'MONEY_BACK' AND l.fate = 'delivered'
    UNION ALL
    SELECT l.i, 'GOODWILL', CASE WHEN pg_temp.draw(c.n, 20) < 0.00003 THEN 'REFUSED' ELSE 'DONE' END, l.id, c.id,
      greatest(1, c.share / 10), '' FROM seed_card c JOIN seed_line l USING (gi)
    WHERE l.fate = 'delivered' AND l.back_fate IS NULL AND c.position = 1 AND pg_temp.draw(c.n, 20) < 0.002
  ) d (i, kind, state, line, card, amount, reason) ON d.i = o.i`

/** One chunk of a run. `base` is the first number of the run, `minor` how many minor units make one main unit. */
export type Chunk = {
  from: number
  until: number
  base: number
  total: number
  end: Date
  minor: number
  plans: number
  currency: string
  costCurrency: string
  /** Whether references between rows may be written without looking each of them up. */
  isTrusted: boolean
}

/** Returns the statements that draw a chunk, with their values. */
export function draftChunk({ from, until, base, total, end, minor, plans }: Chunk): [string, unknown[]][] {
  return [
    ['TRUNCATE seed_order, seed_line, seed_card, seed_item, seed_code', []],
    [ORDERS, [from, until, total, end, base]],
    [LINES, [minor, base + Math.floor(total * 0.99), plans]],
    [CARDS, []],
    [ITEMS, []],
    ['ANALYZE seed_order, seed_line, seed_card, seed_item', []],
  ]
}

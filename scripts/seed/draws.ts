/** Where a sale's numbers come from: `draw(n, salt)` is the same for the same seed, wherever and whenever it runs. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What ended well, and what else can become of an order: all in one hand, or still under way when it is young. */
export const OPEN_FATES = [
  ...['AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING'],
  ...['DELIVERABLE', 'CANCELLING', 'CANCEL_UNKNOWN', 'REFUND_DUE', 'REFUNDING', 'HELD'],
]

/** SQL for a number as letters of the store's alphabet, as many as `length`. */
export function letters(number: string, length: number): string {
  const digits = Array.from({ length }, (_, place) => `((${number}) >> ${5 * (length - 1 - place)}) & 31`)

  return digits.map((digit) => `substr('${ALPHABET}', (${digit})::int + 1, 1)`).join(' || ')
}

/** SQL for one of these texts, picked by a draw between 0 and 1. */
export function oneOf(texts: readonly string[], draw: string): string {
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
 * What is drawn before anything is written: orders, their lines, their cards, and what of their money went back.
 *
 * Temporary tables, emptied before each chunk. Orders are numbered over the whole run; `gi` numbers lines, `n` cards.
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

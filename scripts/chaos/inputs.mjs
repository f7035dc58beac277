const DESTINATIONS = 12

// Two decimals, none and three: what the store's own currency is worth in them, and how their prices are rounded.
const CURRENCIES = [
  { code: 'JPY', rate: '158.4', markup: '2', rounding: 'ten' },
  { code: 'KWD', rate: '0.3072', markup: '0.5', rounding: 'none' },
]

/** Lets a store sell in two further currencies, and returns their codes; none in a release that has no further ones. */
export async function openCurrencies(database) {
  const [known] = await database.ask(`SELECT to_regclass('"CurrencyTable"') IS NOT NULL AS "has"`)
  if (!known.has) return []
  const asOf = new Date().toISOString().slice(0, 10)
  const entries = CURRENCIES.map((currency) => ({ ...currency, asOf, source: 'hand' }))
  await database.ask(
    `INSERT INTO "CurrencyTable" ("number", "store", "entries", "origin", "by")
     VALUES (1, 'USD', $1, 'staff', 'staff:chaos')`,
    [JSON.stringify(entries)],
  )

  return CURRENCIES.map(({ code }) => code)
}

/** The plans that may be bought: those of a few destinations, chosen by the seed, in an order that does not change. */
export async function choosePlans(database, seed) {
  const rows = await database.ask(
    `SELECT p."id", p."skuId", p."planKey", p."kind"::text AS "kind", p."minDays", p."maxDays"
     FROM "Plan" p WHERE p."vanishedAt" IS NULL AND NOT p."isHidden" AND p."kind" <> 'unsold' AND NOT p."needsStartDate"
     ORDER BY p."skuId", p."planKey"`,
  )
  const row = randomRow(seed, 'plans')
  const skus = [...new Set(rows.map(({ skuId }) => skuId))]
  const chosen = new Set(Array.from({ length: DESTINATIONS }, () => row.pick(skus)))

  return rows.filter(({ skuId }) => chosen.has(skuId))
}

/**
 * What buyer number `n` does, decided by the seed alone; a third of them pays in each of the store's currency and two
 * `currencies`. With `returns`, so many of a hundred give one eSIM of an order of
 * two or three back, and nobody a whole order.
 */
export function inputOf({ seed, n, plans, returns = null, currencies = [] }) {
  const row = randomRow(seed, `buyer ${n}`)
  const currency = randomRow(seed, `currency ${n}`).pick([null, ...currencies])
  const plan = row.pick(plans)
  const days =
    plan.kind === 'day_pass' ? { days: plan.minDays + row.below(Math.min(5, plan.maxDays - plan.minDays + 1)) } : {}

  return {
    n,
    quote: {
      planId: plan.id,
      count: returns === null ? 1 + row.below(3) : 2 + row.below(2),
      locale: 'en',
      ...days,
      ...(currency && { currency }),
    },
    email: `buyer-${seed}-${n}@example.com`,
    address: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    key: `chaos-${seed}-${n}-${Math.floor(row.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')}`,
    pays: row.weighted([
      [94, 'success'],
      [3, 'decline'],
      [3, 'never'],
    ]),
    /** Sends the order twice at the same moment, as a double click does. */
    isDouble: row.chance(0.1),
    /** Comes back to the store's page after paying, which reads the payment at the same time as its event. */
    comesBack: row.chance(0.5),
    givesBack: row.weighted(
      returns === null
        ? [
            [87, 'nothing'],
            [10, 'one card'],
            [3, 'all cards'],
          ]
        : [
            [100 - returns, 'nothing'],
            [returns, 'one card'],
          ],
    ),
  }
}

/**
 * A row of numbers from 0 to below 1 that is the same for the same seed and name, whatever else was drawn elsewhere.
 *
 * @param {number} seed
 * @param {string} name
 */
export function randomRow(seed, name) {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ hashOf(name)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)

    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    below: (count) => Math.floor(next() * count),
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
    /** One of `[weight, value]` pairs. */
    weighted: (pairs) => {
      let left = next() * pairs.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of pairs) {
        left -= weight
        if (left < 0) return value
      }

      return pairs.at(-1)[1]
    },
  }
}

function hashOf(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)

  return hash >>> 0
}

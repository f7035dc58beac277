import { randomRow } from './random.mjs'

const DESTINATIONS = 12

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
 * What buyer number `n` does, decided by the seed alone. With `returns`, so many of a hundred give one eSIM of an order of
 * two or three back, and nobody a whole order.
 */
export function inputOf({ seed, n, plans, returns = null }) {
  const row = randomRow(seed, `buyer ${n}`)
  const plan = row.pick(plans)
  const days =
    plan.kind === 'day_pass' ? { days: plan.minDays + row.below(Math.min(5, plan.maxDays - plan.minDays + 1)) } : {}

  return {
    n,
    quote: { planId: plan.id, count: returns === null ? 1 + row.below(3) : 2 + row.below(2), locale: 'en', ...days },
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

import { setTimeout as sleep } from 'node:timers/promises'

const OPEN = `
  SELECT 'line ' || "state"::text AS "what", count(*)::int AS "count" FROM "Line"
  WHERE "state" NOT IN ('DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD') GROUP BY 1
  UNION ALL SELECT 'payment ' || "state"::text, count(*)::int FROM "Payment"
  WHERE "state" IN ('INTENDED', 'OPEN', 'CAPTURING', 'VOIDING') GROUP BY 1
  UNION ALL SELECT 'refund ' || "state"::text, count(*)::int FROM "Refund" WHERE "state" IN ('INTENDED', 'SENT') GROUP BY 1
  UNION ALL SELECT 'return ' || "state"::text, count(*)::int FROM "CancelAttempt"
  WHERE "state" IN ('WAITING', 'ASKED', 'SENT', 'OPEN') GROUP BY 1`

const HOUR_MS = 3_600_000
// Longer than the books need to be compared once more: at any scale they are once a minute at most.
const COMPARED_MS = 75_000

/**
 * Waits until nothing is open any more and stays so for longer than the next look for a lost order would take, and the
 * next comparison of the books.
 *
 * Answers what was still open after `withinMs`: nothing, when all is well.
 */
export async function settle({ world, timeScale, withinMs, say }) {
  const quietMs = Math.max(COMPARED_MS, (1.5 * HOUR_MS) / timeScale)
  const until = Date.now() + withinMs
  let quietSince = null
  let said = 0
  while (Date.now() < until) {
    const open = await world.database.ask(OPEN)
    if (open.length > 0) quietSince = null
    else quietSince ??= Date.now()
    if (quietSince !== null && Date.now() - quietSince >= quietMs) return []
    if (Date.now() - said > 15_000) {
      said = Date.now()
      say(open.length > 0 ? `still open: ${open.map(({ what, count }) => `${count} ${what}`).join(', ')}` : 'all quiet')
    }
    await sleep(500)
  }

  return world.database.ask(OPEN)
}

import 'server-only'
import { readSoldCounts } from '#lib/finance/repository/sold-lines.ts'

const DAYS = 90
// Of fewer nobody can say what is usual.
const FEWEST = 20

/**
 * Returns which of these plans the buyers of this store chose most in the last 90 days, from the sums of its own sales.
 *
 * `null` while fewer than 20 were sold of all of them, or when two are level.
 */
export async function getBestSeller(planIds: readonly string[], mode: string, fewest = FEWEST): Promise<string | null> {
  const sold = await readSoldCounts(planIds, { mode, days: DAYS })
  const [first, second] = sold
  const all = sold.reduce((sum, { items }) => sum + items, 0)

  return first && all >= fewest && first.items > (second?.items ?? 0) ? first.planId : null
}

import 'server-only'
import { listCapabilities } from '#lib/db/capabilities.ts'
import type { Tx } from '#lib/db/client.ts'
import type { WorkLine } from '#lib/db/lines.ts'
import { toCapabilities } from '#lib/domain/capabilities.ts'
import { type Decimal, decimal } from '#lib/domain/decimal.ts'
import { totalCost } from '#lib/domain/pricing.ts'

/** What the whole line should cost at the upstream: the quoted cost of one piece, times days where they are paid by day. */
export async function expectedCost({ quote }: Pick<WorkLine, 'quote'>, tx: Tx): Promise<Decimal> {
  const { dayPassCost } = toCapabilities(await listCapabilities(tx))
  const isPerDay = quote.plan.kind === 'day_pass' && dayPassCost === 'per-day'

  return totalCost(decimal(quote.cost.toString()), isPerDay ? (quote.days ?? 1) : 1, quote.count)
}

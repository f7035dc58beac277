import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { totalCost } from '#lib/pricing/rules/pricing.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { toCapabilities } from '#lib/provider/rules/capabilities.ts'

/** What the whole line should cost at the provider: the quoted cost of one piece, times days where they are paid by day. */
export async function expectedCost({ quote }: Pick<WorkItem, 'quote'>, tx: Tx): Promise<Decimal> {
  const { dayPassCost } = toCapabilities(await listCapabilities(tx))
  const isPerDay = quote.plan.kind === 'day_pass' && dayPassCost === 'per-day'

  return totalCost(decimal(quote.cost.toString()), isPerDay ? (quote.days ?? 1) : 1, quote.count)
}

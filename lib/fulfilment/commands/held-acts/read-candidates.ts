import 'server-only'
import type { WorkLine } from '#lib/orders/repository/lines.ts'
import { aboutLine, currentUpstream } from '#lib/provider/commands/upstream.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'

/** Reads orders by their numbers as the network lists them now. `null` when it does not answer. */
export async function readCandidates(line: Pick<WorkLine, 'id'>, orderNums: string[]): Promise<OrderRow[] | null> {
  try {
    const rows: OrderRow[] = []
    for (const orderNum of orderNums) {
      const page = await aboutLine(line.id, () => currentUpstream().call(searchOrders, { orderNum }))
      rows.push(...page.rows.filter((row) => row.orderNum === orderNum))
    }

    return rows
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return null
  }
}

/** An order as it is kept among the evidence: nothing secret, nothing long. */
export function toCandidate({ orderNum, skuId, count, status, createdAt, plans }: OrderRow) {
  const iccids = new Set(plans.flatMap(({ iccid }) => iccid ?? []))

  return { orderNum, skuId, count, status, createdAt: createdAt?.toISOString() ?? null, cards: iccids.size }
}

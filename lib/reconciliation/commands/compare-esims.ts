import 'server-only'
import { createHash } from 'node:crypto'
import { type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { type Comparison, keepDiscrepancies } from '#lib/reconciliation/commands/comparison.ts'
import { findEsimOwners } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import type { FoundDiscrepancy } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'

/** Under which orders the network lists an eSIM. Top-ups name the eSIM they are for and do not count. */
export type Twins = Map<string, Set<string>>

/** Notes which eSIMs the rows name. */
export function noteEsims(rows: readonly ProviderOrderRow[], twins: Twins): void {
  for (const { orderNum, plans, status, isTopUp } of rows) {
    if (isTopUp === true || toProviderOrderState(status) === 'cancelled') continue
    for (const iccid of iccidsOf(plans)) twins.set(iccid, (twins.get(iccid) ?? new Set()).add(orderNum))
  }
}

type Context = { comparison: Comparison; twins: Twins }

/** Keeps what was found about eSIMs: those that stand in two orders first, then those that are missing or too many. */
export async function compareTwins(esims: FoundDiscrepancy[], { comparison, twins }: Context): Promise<void> {
  const owners = await findEsimOwners([...twins.keys()])
  const twice = new Set<string>()
  for (const [iccid, orders] of twins) {
    const owner = owners.get(iccid)
    const all = new Set([...orders, ...(owner ? [owner.orderNum] : [])])
    if (all.size < 2) continue
    twice.add(iccid)
    await keepDiscrepancies([toDiscrepancy(iccid, { orders: [...all].sort(), owner })], comparison)
  }
  await keepDiscrepancies(
    esims.filter((discrepancy) => !isExplained(discrepancy, twice)),
    comparison,
  )
}

type Owner = Awaited<ReturnType<typeof findEsimOwners>> extends Map<string, infer Esim> ? Esim : never

function toDiscrepancy(
  iccid: string,
  { orders, owner }: { orders: string[]; owner: Owner | undefined },
): FoundDiscrepancy {
  return {
    kind: 'iccid_twice',
    // A card number is no subject: it would be read by people who may not see it.
    subject: owner?.id ?? `card:${createHash('sha256').update(iccid).digest('hex').slice(0, 16)}`,
    orderId: owner?.item.orderId ?? null,
    mark: `orders:${orders}`,
    risk: null,
    evidence: {
      ours: owner ? { order: owner.item.order.number, cards: [iccid] } : null,
      network: { order: orders.join(', '), cards: [iccid] },
      provider: null,
      differs: ['order'],
      ...(owner ? { itemId: owner.itemId } : {}),
    },
  }
}

/** Cards too many that stand in another order as well are told by that finding. */
function isExplained({ evidence: { ours, network } }: FoundDiscrepancy, twice: Set<string>): boolean {
  const [here, there] = [new Set(ours?.cards ?? []), new Set(network?.cards ?? [])]
  const isMissing = [...here].some((iccid) => !there.has(iccid))
  const duplicate = [...there].filter((iccid) => !here.has(iccid))

  return !isMissing && duplicate.every((iccid) => twice.has(iccid))
}

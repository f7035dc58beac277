import 'server-only'
import { isKnownFound } from '#lib/provider/commands/lookup-controls.ts'
import { type OrderQuestion, searchPage } from '#lib/provider/commands/order-pages.ts'
import { createThrottle, syncThrottleMs } from '#lib/provider/commands/throttle.ts'
import { ProviderError, searchOrders } from '#lib/provider/index.ts'
import { isNotFound } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrderPage, ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { reportDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import type { RunCounts } from '#lib/reconciliation/repository/reconciliation-runs.ts'
import type { FoundDiscrepancy } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

type Wanted = { from: Date; until: Date; runId?: string | null }

/** Begins a comparison of a window. Calls go out at the pace of the catalogue pass. */
export async function beginComparison({ from, until, runId = null }: Wanted) {
  const counts: RunCounts = { calls: 0, ours: 0, listed: 0, payments: 0, differing: 0, opened: 0, closed: 0 }

  return {
    // Null for a look at one difference.
    runId,
    from,
    until,
    counts,
    throttle: createThrottle(await syncThrottleMs()),
    // Subjects: an open difference about one of them that was not found again is gone.
    judged: new Set<string>(),
    // Kind and subject of what could not be judged although its subject was: it is not gone.
    unjudged: new Set<string>(),
    // Kind and subject of every difference, new or not.
    found: new Set<string>(),
  }
}

/** A comparison under way: what it is about, what it has looked at, and what it has found. */
export type Comparison = Awaited<ReturnType<typeof beginComparison>>

/** Keeps what was found, each difference once. */
export async function keepDiscrepancies(
  discrepancies: readonly FoundDiscrepancy[],
  comparison: Comparison,
): Promise<void> {
  for (const discrepancy of discrepancies) {
    const key = keyOf(discrepancy)
    if (comparison.found.has(key)) continue
    comparison.found.add(key)
    const outcome = await reportDiscrepancy(discrepancy, comparison.runId)
    if (outcome === 'settled') continue
    comparison.counts.differing += 1
    if (outcome === 'opened') comparison.counts.opened += 1
  }
}

/** How a difference is known inside one comparison. */
export function keyOf({ kind, subject }: { kind: string; subject: string }): string {
  return `${kind} ${subject}`
}

/**
 * Asks for one page of the network's orders. "Not found" is an empty one while a known order is found, and otherwise no answer.
 * Rejects with `ProviderError`.
 */
export async function fetchComparedOrders(
  question: OrderQuestion,
  { throttle, counts }: Pick<Comparison, 'throttle' | 'counts'>,
): Promise<ProviderOrderPage<ProviderOrderRow>> {
  await throttle()
  counts.calls += 1

  return searchPage(question, async () => {
    await throttle()
    counts.calls += 1
    if (await isKnownFound()) return true
    throw new ProviderError({ endpoint: searchOrders.name, kind: 'not_found' })
  })
}

/** Asks for one order by its number. `null`: the network says that there is none; `undefined`: it did not say. */
export async function fetchComparedOrder(
  orderNum: string,
  comparison: Comparison,
): Promise<ProviderOrderRow | null | undefined> {
  const page = await fetchComparedOrders({ orderNum }, comparison).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  if (!page) return undefined
  const { rows, total } = page
  const row = rows.find((candidate) => candidate.orderNum === orderNum)
  if (row) return row

  return rows.length === 0 && total === 0 ? null : undefined
}

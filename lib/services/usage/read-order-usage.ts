import 'server-only'
import { addReading, findCardIds } from '#lib/db/usage.ts'
import { isUpstreamFailure } from '#lib/domain/upstream-failure.ts'
import { toUsageFacts, type UsageFacts } from '#lib/domain/usage.ts'
import { aboutLine, currentUpstream } from '#lib/services/upstream.ts'
import { remindOfUsage } from '#lib/services/usage/send-reminders.ts'
import { searchOrders } from '#lib/upstream/index.ts'

/**
 * Asks the upstream about an order, once for all its cards, and keeps what it says. Returns what was said about our
 * cards, `[]` when it listed none of them, `null` when it gave no answer.
 */
export async function readOrderUsage(
  { orderNum, lineId }: { orderNum: string; lineId: string },
  now: Date,
): Promise<UsageFacts[] | null> {
  const page = await tolerate(() => aboutLine(lineId, () => currentUpstream().call(searchOrders, { orderNum })))
  if (page === null) return null
  const row = page.rows.find((candidate) => candidate.orderNum === orderNum)
  const plans = row?.plans ?? []
  const cardIds = await findCardIds(plans.flatMap(({ iccid }) => iccid ?? []))
  const read: UsageFacts[] = []
  for (const plan of plans) {
    const cardId = cardIds.get(plan.iccid ?? '')
    if (cardId === undefined) continue
    const facts = toUsageFacts(plan, now)
    await addReading(cardId, { orderNum, ...facts }, 'order_query')
    await remindOfUsage({ id: cardId, orderNum }, facts, now)
    read.push(facts)
  }

  return read
}

async function tolerate<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return null
  }
}

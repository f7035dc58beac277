import 'server-only'
import { storeCardFacts } from '#lib/cancellations/repository/returns.ts'
import { orderFactsOf } from '#lib/cancellations/rules/return-facts.ts'
import { remindOfUsage } from '#lib/esims/commands/usage/send-reminders.ts'
import { addReading, findCardsByIccid } from '#lib/esims/repository/usage.ts'
import { toUsageFacts, type UsageFacts } from '#lib/esims/rules/usage.ts'
import { aboutLine, currentUpstream } from '#lib/provider/commands/upstream.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'

/**
 * Asks the upstream about an order, once for all its cards, and keeps what it says, also for the answer whether they can
 * go back. Returns what was said about our
 * cards, `[]` when it listed none of them, `null` when it gave no answer.
 */
export async function readOrderUsage(
  { orderNum, lineId }: { orderNum: string; lineId: string },
  now: Date,
): Promise<UsageFacts[] | null> {
  const page = await tolerate(() => aboutLine(lineId, () => currentUpstream().call(searchOrders, { orderNum })))
  if (page === null) return null
  const row = page.rows.find((candidate) => candidate.orderNum === orderNum)
  if (!row) return []
  const cards = await findCardsByIccid(row.plans.flatMap(({ iccid }) => iccid ?? []))
  // Whether a card can go back rests on the order that it came with, and not on what was put on it later.
  for (const card of cards.filter((one) => one.orderNum === orderNum)) {
    await storeCardFacts(card.id, orderFactsOf(row, card.iccid, now))
  }
  const idOf = new Map(cards.map(({ id, iccid }) => [iccid, id]))
  const read: UsageFacts[] = []
  for (const plan of row.plans) {
    const cardId = idOf.get(plan.iccid ?? '')
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

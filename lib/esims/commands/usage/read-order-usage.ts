import 'server-only'
import { storeEsimFacts } from '#lib/cancellations/repository/returns.ts'
import { orderFactsOf } from '#lib/cancellations/rules/return-facts.ts'
import { remindOfUsage } from '#lib/esims/commands/usage/send-reminders.ts'
import { addReading, findEsimsByIccid } from '#lib/esims/repository/usage.ts'
import { toUsageFacts, type UsageFacts } from '#lib/esims/rules/usage.ts'
import { aboutItem, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'

/**
 * Asks the provider about an order, once for all its eSIMs, and keeps what it says, also for the answer whether they can
 * go back. Returns what was said about our
 * eSIMs, `[]` when it listed none of them, `null` when it gave no answer.
 */
export async function readOrderUsage(
  { orderNum, itemId }: { orderNum: string; itemId: string },
  now: Date,
): Promise<UsageFacts[] | null> {
  const page = await tolerate(() => aboutItem(itemId, () => currentProvider().call(searchOrders, { orderNum })))
  if (page === null) return null
  const row = page.rows.find((candidate) => candidate.orderNum === orderNum)
  if (!row) return []
  const esims = await findEsimsByIccid(row.plans.flatMap(({ iccid }) => iccid ?? []))
  // Whether an eSIM can go back rests on the order that it came with, and not on what was put on it later.
  for (const esim of esims.filter((one) => one.orderNum === orderNum)) {
    await storeEsimFacts(esim.id, orderFactsOf(row, esim.iccid, now))
  }
  const idOf = new Map(esims.map(({ id, iccid }) => [iccid, id]))
  const read: UsageFacts[] = []
  for (const plan of row.plans) {
    const esimId = idOf.get(plan.iccid ?? '')
    if (esimId === undefined) continue
    const facts = toUsageFacts(plan, now)
    await addReading(esimId, { orderNum, ...facts }, 'order_query')
    await remindOfUsage({ id: esimId, orderNum }, facts, now)
    read.push(facts)
  }

  return read
}

async function tolerate<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

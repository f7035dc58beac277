import 'server-only'
import { storeEsimFacts } from '#lib/cancellations/repository/returns.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { requireHeldEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { readOrderUsage } from '#lib/esims/commands/usage/read-order-usage.ts'
import { claimAsk, listEsimOrders, setUsageDue } from '#lib/esims/repository/usage.ts'
import { ASK_EVERY_MS } from '#lib/esims/rules/usage.ts'
import { nextUsagePause } from '#lib/esims/rules/usage-budget.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listCards } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { parseIccid } from '#lib/provider/rules/provider-ids.ts'

/** What came of asking: an answer, none, or that it was asked so recently that it was not asked again. */
export type Refreshed = { outcome: 'read' | 'no_answer' | 'too_soon' }

/**
 * Asks the network now about the use of an eSIM and its profile, once in five minutes however often it is called.
 *
 * Throws `not_found` for somebody else's card.
 */
export async function refreshUsage(caller: Caller, esimId: string, now: Date = new Date()): Promise<Refreshed> {
  const esim = await requireHeldEsim(caller, esimId)
  const orders = await listEsimOrders(esimId)
  const main = orders.find(({ orderNum }) => orderNum === esim.orderNum)
  // The order that the eSIM came with stands for all of them: one press, one answer.
  if (!main || !(await claimAsk(main.orderNum, { now, everyMs: ASK_EVERY_MS }))) return { outcome: 'too_soon' }
  const others = orders.filter((order) => order !== main)
  const claimed = await Promise.all(others.map(({ orderNum }) => claimAsk(orderNum, { now, everyMs: ASK_EVERY_MS })))
  const [, ...answers] = await Promise.all([
    readSignal({ id: esim.id, iccid: esim.iccid }, now),
    ...[main, ...others.filter((_, index) => claimed[index])].map((order) => readAndPlan(order, now)),
  ])

  return { outcome: answers.includes(true) ? 'read' : 'no_answer' }
}

async function readAndPlan(order: { orderNum: string; itemId: string }, now: Date): Promise<boolean> {
  const read = await readOrderUsage(order, now)
  if (read === null) return false
  const pause = nextUsagePause(read, now)
  await setUsageDue(order.orderNum, pause === null ? null : new Date(now.getTime() + pause))

  return true
}

async function readSignal({ id, iccid }: { id: string; iccid: string }, now: Date): Promise<void> {
  const number = parseIccid(iccid)
  if (number === null) return
  try {
    const found = await currentProvider().call(listCards, { iccids: [number] })
    const status = found.find((candidate) => candidate.iccid === number && candidate.isKnown)
    if (!status) return
    const { profileStatus, eid } = status
    // The number of the device itself is nobody's business: only whether there is one.
    const signal = { hasInstallSignal: eid !== null, profileStatus, signalReadAt: now.toISOString() }
    await storeEsimFacts(id, signal)
  } catch (error) {
    if (!isProviderFailure(error)) throw error
  }
}

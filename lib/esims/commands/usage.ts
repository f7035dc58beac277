import 'server-only'
import { storeEsimReadings } from '#lib/cancellations/repository/cancellations.ts'
import { orderReadingsOf } from '#lib/cancellations/rules/cancellation-readings.ts'
import { eachRow } from '#lib/core/commands/each-row.ts'
import { requireSetting } from '#lib/core/env.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { remindOfUsage } from '#lib/esims/commands/reminders.ts'
import { requireOwnedEsim } from '#lib/esims/commands/top-up-esim.ts'
import {
  addReading,
  claimDueUsage,
  claimRequest,
  findEsimsByIccid,
  listEsimOrders,
  setUsageDue,
  watchAllDelivered,
  watchDelivered,
} from '#lib/esims/repository/usage.ts'
import { currentUsage, REQUEST_EVERY_MS, toUsageReading, type UsageReading } from '#lib/esims/rules/usage.ts'
import { MAX_ORDERS_PER_PASS, nextUsagePause, USAGE_PAUSES } from '#lib/esims/rules/usage-budget.ts'
import { isRecovering } from '#lib/fulfilment/repository/recovery.ts'
import { aboutItem, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listCards, searchOrders } from '#lib/provider/index.ts'
import { answerOrNull, isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { parseIccid } from '#lib/provider/rules/provider-ids.ts'

/**
 * Asks the provider about an order, once for all its eSIMs, and keeps what it says, also for the answer whether they can
 * go back. Returns what was said about our
 * eSIMs, `[]` when it listed none of them, `null` when it gave no answer.
 */
async function readOrderUsage(
  { orderNum, itemId }: { orderNum: string; itemId: string },
  now: Date,
): Promise<UsageReading[] | null> {
  const page = await answerOrNull(() => aboutItem(itemId, () => currentProvider().call(searchOrders, { orderNum })))
  if (page === null) return null
  const row = page.rows.find((candidate) => candidate.orderNum === orderNum)
  if (!row) return []
  const esims = await findEsimsByIccid(row.plans.flatMap(({ iccid }) => iccid ?? []))
  // Whether an eSIM can go back rests on the order that it came with, and not on what was put on it later.
  for (const esim of esims.filter((one) => one.orderNum === orderNum)) {
    await storeEsimReadings(esim.id, orderReadingsOf(row, esim.iccid, now))
  }
  const read: UsageReading[] = []
  for (const { id, iccid } of esims) {
    // An order may name an eSIM twice, such as with a plan that has ended and the one that runs.
    const plans = row.plans.filter((plan) => plan.iccid === iccid).map((plan) => toUsageReading(plan, now))
    const facts = currentUsage(plans, now)
    if (facts === null) continue
    await addReading(id, { orderNum, ...facts }, 'order_query')
    await remindOfUsage({ id, orderNum }, facts, now)
    read.push(facts)
  }

  return read
}

const DAY_MS = 86_400_000
// When this process last looked through everything that was ever delivered: at its start, and once a day.
let whole = { at: 0, of: '' }

/**
 * Asks about the orders whose turn it is: one call each, however many eSIMs it has. Returns how many calls there were.
 *
 * Safe in any number of processes. An order that gives no answer waits for its next turn like any other.
 */
export async function pollUsage(now: Date = new Date()): Promise<number> {
  if (await isRecovering()) return 0
  const of = requireSetting('DATABASE_URL')
  const isWhole = whole.of !== of || now.getTime() - whole.at >= DAY_MS
  if (isWhole) {
    await watchAllDelivered(now)
    whole = { at: now.getTime(), of }
  } else await watchDelivered(now, new Date(now.getTime() - DAY_MS))
  const due = await claimDueUsage({ now, max: MAX_ORDERS_PER_PASS, leaseMs: USAGE_PAUSES.noAnswer })
  const here = due.filter(({ isHere }) => isHere)
  for (const { orderNum } of due.filter(({ isHere }) => !isHere)) await setUsageDue(orderNum, null)
  await eachRow(here, async (order) => {
    const read = await readOrderUsage(order, now)
    const pause = nextUsagePause(read ?? [], now)
    await setUsageDue(order.orderNum, pause === null ? null : new Date(now.getTime() + pause))
  })

  return here.length
}

/** What came of asking: an answer, none, or that it was asked so recently that it was not asked again. */
export type Refreshed = { outcome: 'read' | 'no_answer' | 'too_soon' }

/**
 * Asks the network now about the use of an eSIM and its profile, once in five minutes however often it is called.
 *
 * Throws `not_found` for somebody else's card.
 */
export async function refreshUsage(caller: Caller, esimId: string, now: Date = new Date()): Promise<Refreshed> {
  const esim = await requireOwnedEsim(caller, esimId)
  const orders = await listEsimOrders(esimId)
  const main = orders.find(({ orderNum }) => orderNum === esim.orderNum)
  // The order that the eSIM came with stands for all of them: one press, one answer.
  if (!main || !(await claimRequest(main.orderNum, { now, everyMs: REQUEST_EVERY_MS }))) return { outcome: 'too_soon' }
  const others = orders.filter((order) => order !== main)
  const claimed = await Promise.all(
    others.map(({ orderNum }) => claimRequest(orderNum, { now, everyMs: REQUEST_EVERY_MS })),
  )
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
    await storeEsimReadings(id, signal)
  } catch (error) {
    if (!isProviderFailure(error)) throw error
  }
}

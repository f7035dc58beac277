import 'server-only'
import { requireSetting } from '#lib/core/env.ts'
import { readOrderUsage } from '#lib/esims/commands/usage/read-order-usage.ts'
import { claimDueUsage, setUsageDue, watchAllDelivered, watchDelivered } from '#lib/esims/repository/usage.ts'
import { MOST_ORDERS_PER_PASS, nextUsagePause, USAGE_PAUSES } from '#lib/esims/rules/usage-budget.ts'
import { isRecovering } from '#lib/fulfilment/repository/recovery.ts'

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
  const due = await claimDueUsage({ now, most: MOST_ORDERS_PER_PASS, leaseMs: USAGE_PAUSES.noAnswer })
  const here = due.filter(({ isHere }) => isHere)
  for (const { orderNum } of due.filter(({ isHere }) => !isHere)) await setUsageDue(orderNum, null)
  for (const order of here) {
    const read = await readOrderUsage(order, now)
    const pause = nextUsagePause(read ?? [], now)
    await setUsageDue(order.orderNum, pause === null ? null : new Date(now.getTime() + pause))
  }

  return here.length
}

import 'server-only'
import { eachRow } from '#lib/core/commands/each-row.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { nextCheckAge } from '#lib/core/rules/timers.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { lookUp } from '#lib/fulfilment/commands/lookup.ts'
import { listWatched, recordCheck } from '#lib/fulfilment/repository/attempts.ts'
import { getWorkItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { unscaled } from '#lib/provider/commands/throttle.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

// While one of these stands, the item's own steps look for the order themselves.
const STILL_LOOKING = ['READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'AWAITING_PAYMENT']

// A pass must end before the next one is due.
const MAX_CHECKS = 50

// The look of this process at each attempt that nobody answered yet, as a number that grows.
let unanswered = new Map<string, number>()
let looks = 0

/**
 * Looks again for orders whose references were given up, on their schedule; what turns up is given back. Those that were
 * asked about without an answer come after the others, the longest ago first: they stay due, and must not take all places.
 */
export async function watchAbandoned(): Promise<number> {
  const now = await databaseNow()
  const watched = await listWatched(now)
  unanswered = new Map(watched.flatMap(({ id }) => (unanswered.has(id) ? [[id, unanswered.get(id) ?? 0]] : [])))
  const lastAsked = ({ id }: { id: string }) => unanswered.get(id) ?? 0
  let looked = 0
  await eachRow(
    watched.sort((one, other) => lastAsked(one) - lastAsked(other)),
    async (attempt) => {
      if (looked >= MAX_CHECKS) return
      const sentAt = attempt.sentAt ?? now
      const lastAge = unscaled((attempt.lastLookAt ?? sentAt).getTime() - sentAt.getTime())
      if (unscaled(now.getTime() - sentAt.getTime()) < nextCheckAge(lastAge)) return
      const item = await getWorkItem(attempt.itemId)
      if (!item || STILL_LOOKING.includes(item.state)) return
      await checkOnce(item, { id: attempt.id, sentAt, now })
      // One that fails is due again at the next pass: it must not take the place of another one for good.
      looked += 1
    },
  )

  return looked
}

async function checkOnce(item: WorkItem, attempt: { id: string; sentAt: Date; now: Date }): Promise<void> {
  try {
    const lookup = await lookUp(item, { since: attempt.sentAt, by: 'reference' })
    for (const row of [...lookup.fits, ...lookup.misfits]) await settleLate(item, attempt.id, row)
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    // Nobody answered, so nobody has looked: the same look is due at the next pass, not hours or a day later.
    unanswered.set(attempt.id, ++looks)

    return
  }
  unanswered.delete(attempt.id)
  await recordCheck(attempt.id, { lastLookAt: attempt.now, looks: { increment: 1 } })
}

async function settleLate(item: WorkItem, attemptId: string, row: ProviderOrderRow): Promise<void> {
  const { orderId } = item
  if (item.state === 'HELD') {
    const evidence = { orderNum: row.orderNum, lineId: item.id }
    await openDiscrepancy({ kind: 'late_order', subject: row.orderNum, orderId, evidence })

    return
  }
  await transaction((tx) => cancelDuplicate(item, { row, attemptId, kind: 'late_order' }, tx))
  wakeWorker()
}

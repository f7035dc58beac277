import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#lib/core/log.ts'
import {
  type Claimer,
  finishLease,
  type Lease,
  LeaseLost,
  type QueueTable,
  renewLease,
} from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { renewSlot } from '#lib/fulfilment/repository/slots.ts'
import { leaseTimes, scaled } from '#lib/provider/commands/throttle.ts'

/**
 * What a step of a held row wants next: `again` at once with the same lease, a pause in milliseconds (scaled already),
 * or `null` to sleep until somebody wakes the row.
 */
export type Next = 'again' | number | null

const MAX_STEPS = 40
const GIVE_BACK_PAUSES_MS = [20, 200]
const owner = `worker:${process.pid}:${randomUUID().slice(0, 8)}`

/** How this process takes rows. */
export function claimer(): Claimer {
  return { owner, leaseMs: leaseTimes().leaseMs }
}

/**
 * Runs steps of one row until they want to wait, saying all the while that the worker is alive, and gives the row back.
 *
 * A step that throws leaves the row as its last commit left it; the row is tried again later. One that has lost the row
 * ends here: giving back what somebody else holds does nothing.
 */
export async function withLease(table: QueueTable, lease: Lease, step: () => Promise<Next>): Promise<void> {
  const { leaseMs, heartbeatMs } = leaseTimes()
  const beat = () => Promise.all([renewLease(table, lease, leaseMs), renewSlot(lease.id, leaseMs)])
  const timer = setInterval(() => void beat().catch(() => undefined), heartbeatMs)
  let next: Next = 'again'
  try {
    for (let steps = 0; next === 'again' && steps < MAX_STEPS; steps++) next = await step()
  } catch (error) {
    const about = { kind: table, ...(table === 'Line' ? { itemId: lease.id } : {}) }
    if (error instanceof LeaseLost) log.warn('row lost', about)
    else log.error('step failed', { ...about, error })
    next = scaled(TIMERS.placementRetry)
  }
  try {
    await giveBack(table, lease, next === 'again' ? 0 : next)
  } finally {
    clearInterval(timer)
  }
}

/** A row that is not given back stands still until its lease has ended: on a busy database the second try may pass. */
async function giveBack(table: QueueTable, lease: Lease, next: number | null): Promise<void> {
  for (const pauseMs of GIVE_BACK_PAUSES_MS) {
    try {
      return await finishLease(table, lease, next)
    } catch {
      await sleep(pauseMs)
    }
  }
  await finishLease(table, lease, next)
}

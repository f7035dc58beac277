import 'server-only'
import { env } from '#lib/core/env.ts'
import { TIMERS, timeScaleOf } from '#lib/core/rules/timers.ts'

// A lease that the scale makes shorter than this would end under a worker that is only slow.
const SHORTEST_LEASE_MS = 6_000
const SHORTEST_SEND_MS = 2_000
// A buyer types and reads in real time, whatever the scale.
const SHORTEST_OFFER_MS = 60_000

/** Returns a waiting time as this store counts it: real time in a live store, shortened in a trial. */
export function scaled(ms: number): number {
  return Math.max(1, Math.round(ms / timeScaleOf(env)))
}

/** Returns real milliseconds as the unscaled time they stand for: how old a scaled thing is. */
export function unscaled(ms: number): number {
  return ms * timeScaleOf(env)
}

/** Returns how long a claimed row belongs to its worker, and how often it says that it is alive. */
export function leaseTimes(): { leaseMs: number; heartbeatMs: number } {
  const leaseMs = Math.max(SHORTEST_LEASE_MS, scaled(TIMERS.lease))

  return { leaseMs, heartbeatMs: Math.round(leaseMs / 6) }
}

/** Returns how long an offer holds. */
export function offerLifeMs(): number {
  return Math.max(SHORTEST_OFFER_MS, scaled(TIMERS.offerHolds))
}

/** Returns how long after the note "sent" a call may still leave. */
export function sendWithinMs(): number {
  return Math.max(SHORTEST_SEND_MS, scaled(TIMERS.sendWithin))
}

import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '#lib/core/env.ts'
import { TIMERS, timeScaleOf } from '#lib/core/rules/timers.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'

const USUAL_MS = 100

/** Waits until the next call may go out. */
export type Throttle = () => Promise<void>

/**
 * Returns the pause between two calls of the catalogue pass, in milliseconds.
 *
 * 100 unless the operator set another; none towards a server on this machine, so that a first start takes seconds.
 */
export async function syncThrottleMs(): Promise<number> {
  const chosen = await findSetting('sync.paceMs')
  if (typeof chosen === 'number' && chosen >= 0 && chosen <= 60_000) return chosen

  return isLoopback(env.RESELLER_API_URL) ? 0 : USUAL_MS
}

/** Returns a pace of one call per `ms`, counted from the end of the one before. */
export function createThrottle(ms: number, signal?: AbortSignal): Throttle {
  let isFirst = true

  return async () => {
    if (isFirst || ms === 0) {
      isFirst = false

      return
    }
    // Whoever stops the work looks at the signal itself; a pause that ends early is no failure.
    await sleep(ms, undefined, signal && { signal }).catch(() => undefined)
  }
}

/** Tells whether an address points at this machine. */
export function isLoopback(address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false
  const { hostname } = new URL(address)

  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

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
  return Math.max(SHORTEST_OFFER_MS, scaled(TIMERS.offerLasts))
}

/** Returns how long after the note "sent" a call may still leave. */
export function sendWithinMs(): number {
  return Math.max(SHORTEST_SEND_MS, scaled(TIMERS.sendWithin))
}

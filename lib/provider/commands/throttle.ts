import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '#lib/core/env.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'

const USUAL_MS = 100

/** Waits until the next call may go out. */
export type Throttle = () => Promise<void>

/**
 * Returns the pause between two calls of the catalogue pass, in milliseconds.
 *
 * 100 unless the operator set another; none towards a server on this machine, so that a first start takes seconds.
 */
export async function syncPaceMs(): Promise<number> {
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

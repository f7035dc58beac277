import 'server-only'
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { pool } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'

/** So many points in so many seconds. */
type Limit = { points: number; duration: number }

const counters = new Map<string, RateLimiterPostgres>()

/** Returns the counter of this name. Counted in the database, for all processes together. */
export function sharedCounter(name: string, limit: Limit): RateLimiterPostgres {
  const ready = counters.get(name)
  if (ready) return ready
  const named = { keyPrefix: name, ...limit }
  const counter = new RateLimiterPostgres({
    ...named,
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'RateLimit',
    schemaName: 'public',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A database that is away must not open the door wide: this process counts alone for as long.
    insuranceLimiter: new RateLimiterMemory(named),
  })
  counters.set(name, counter)

  return counter
}

/** Forgets the connections to the counts, for a test that changes its database. */
export function forgetCounters(): void {
  counters.clear()
}

/** A keyed hash of an account or an address, so that the table is no list of them. */
export function countedMark(text: string): string {
  return createHash('sha256')
    .update(env.INTERNAL_SECRET ?? '')
    .update(text)
    .digest('base64url')
    .slice(0, 22)
}

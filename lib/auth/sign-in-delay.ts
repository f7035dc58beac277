import 'server-only'
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { pool } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'

const FREE_FAILURES = 10
const WINDOW_SECONDS = 15 * 60
const LONGEST_DELAY_MS = 20_000

let limiter: RateLimiterPostgres | undefined

function failures(): RateLimiterPostgres {
  // The count itself never refuses: a lock would let anybody shut somebody else out.
  const limit = { keyPrefix: 'sign-in-account', points: 1_000_000, duration: WINDOW_SECONDS }
  limiter ??= new RateLimiterPostgres({
    ...limit,
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'RateLimit',
    schemaName: 'public',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(limit),
  })

  return limiter
}

/** Forgets the connection to the counts, for a test that changes its database. */
export function forgetSignInCounts(): void {
  limiter = undefined
}

/** Returns how long the next try has to wait after so many failures: nothing up to ten, then 1, 2, 4 … 20 seconds. */
export function delayAfter(failed: number): number {
  if (failed < FREE_FAILURES) return 0

  return Math.min(LONGEST_DELAY_MS, 1000 * 2 ** (failed - FREE_FAILURES))
}

/** Returns how long a try for this address has to wait now, in milliseconds. Known or unknown makes no difference. */
export async function signInDelay(email: string): Promise<number> {
  const counted = await failures().get(markOf(email))

  return delayAfter(counted?.consumedPoints ?? 0)
}

/** Counts a failed try for this address, for 15 minutes. */
export async function countFailure(email: string): Promise<void> {
  await failures().consume(markOf(email))
}

/** Forgets the failures of an address: its owner has signed in. */
export async function clearFailures(email: string): Promise<void> {
  await failures().delete(markOf(email))
}

// A keyed hash, so that the table is no list of addresses.
function markOf(email: string): string {
  return createHash('sha256')
    .update(env.INTERNAL_SECRET ?? '')
    .update(email)
    .digest('base64url')
    .slice(0, 22)
}

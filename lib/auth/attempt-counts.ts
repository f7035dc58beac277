import 'server-only'
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { pool } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'

/** What is counted per account: points per seconds. */
const COUNTS = {
  // The count of passwords never refuses: a lock would let anybody shut somebody else out.
  'sign-in-account': { points: 1_000_000, duration: 15 * 60 },
  // Only the bearer of a password gets as far as the second step, so a stranger shuts nobody out here.
  'second-step': { points: 20, duration: 15 * 60 },
  'reset-mail': { points: 5, duration: 60 * 60 },
} as const

type CountName = keyof typeof COUNTS

const limiters = new Map<CountName, RateLimiterPostgres>()

/** Returns the counter of this name. Counted in the database, for all processes together. */
export function attemptCounter(name: CountName): RateLimiterPostgres {
  const ready = limiters.get(name)
  if (ready) return ready
  const limit = { keyPrefix: name, ...COUNTS[name] }
  const limiter = new RateLimiterPostgres({
    ...limit,
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'RateLimit',
    schemaName: 'public',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A database that is away must not open the door wide: this process counts alone for as long.
    insuranceLimiter: new RateLimiterMemory(limit),
  })
  limiters.set(name, limiter)

  return limiter
}

/** Forgets the connections to the counts, for a test that changes its database. */
export function forgetCounters(): void {
  limiters.clear()
}

/** A keyed hash of an account, so that the table is no list of addresses. */
export function accountMark(account: string): string {
  return createHash('sha256')
    .update(env.INTERNAL_SECRET ?? '')
    .update(account)
    .digest('base64url')
    .slice(0, 22)
}

/** Counts one try of an account. Returns the seconds to wait when it was one too many, `null` otherwise. */
export async function countTry(name: CountName, account: string): Promise<number | null> {
  try {
    await attemptCounter(name).consume(accountMark(account))

    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused

    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  }
}

/** Forgets the tries of an account. */
export async function clearTries(name: CountName, account: string): Promise<void> {
  await attemptCounter(name).delete(accountMark(account))
}

import 'server-only'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { countedMark, sharedCounter } from '#lib/auth/shared-counter.ts'

/** What is counted per account: points per seconds. */
const COUNTS = {
  // The count of passwords never refuses: a lock would let anybody shut somebody else out.
  'sign-in-account': { points: 1_000_000, duration: 15 * 60 },
  // Only the bearer of a password gets as far as the second step, so a stranger shuts nobody out here.
  'second-step': { points: 20, duration: 15 * 60 },
  'reset-mail': { points: 5, duration: 60 * 60 },
  'account-mail': { points: 5, duration: 60 * 60 },
} as const

type CountName = keyof typeof COUNTS

/** Returns the counter of this name. */
export function attemptCounter(name: CountName): RateLimiterPostgres {
  return sharedCounter(name, COUNTS[name])
}

/** Counts one try of an account. Returns the seconds to wait when it was one too many, `null` otherwise. */
export async function countTry(name: CountName, account: string): Promise<number | null> {
  try {
    await attemptCounter(name).consume(countedMark(account))

    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused

    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  }
}

/** Forgets the tries of an account. */
export async function clearTries(name: CountName, account: string): Promise<void> {
  await attemptCounter(name).delete(countedMark(account))
}

import 'server-only'
import { attemptCounter, clearTries, countTry } from './attempt-counts.ts'
import { countedMark } from './shared-counter.ts'

const FREE_FAILURES = 10
const LONGEST_DELAY_MS = 20_000

/** Returns how long the next try has to wait after so many failures: nothing up to ten, then 1, 2, 4 … 20 seconds. */
export function delayAfter(failed: number): number {
  if (failed < FREE_FAILURES) return 0

  return Math.min(LONGEST_DELAY_MS, 1000 * 2 ** (failed - FREE_FAILURES))
}

/** Returns how long a try for this address has to wait now, in milliseconds. Known or unknown makes no difference. */
export async function signInDelay(email: string): Promise<number> {
  const counted = await attemptCounter('sign-in-account').get(countedMark(email))

  return delayAfter(counted?.consumedPoints ?? 0)
}

/** Counts a failed try for this address, for 15 minutes. */
export async function countFailure(email: string): Promise<void> {
  await countTry('sign-in-account', email)
}

/** Forgets the failures of an address: its owner has signed in. */
export async function clearFailures(email: string): Promise<void> {
  await clearTries('sign-in-account', email)
}

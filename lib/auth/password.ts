import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { AppError } from '#lib/core/rules/app-error.ts'

// argon2id is the library's default kind. 19 MiB and two passes: about 30 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 4
const WAITING = 64

// A crowd at the sign-in page must not take all memory and cores from the shop.
const slots = bulkhead(AT_ONCE, WAITING)

async function inSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await slots.execute(work)
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error
    throw new AppError('store_unavailable', 'Too many passwords are being looked at.', { retryAfterSeconds: 5 })
  }
}

/** Hashes a password with argon2id. At most four at once per process; throws `store_unavailable` when 64 more are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(password, COST))
}

let nobody: Promise<string> | undefined

/**
 * Tells whether a password belongs to a stored hash. Without a hash (nobody has that address) it takes as long as with
 * one and is `false`, so that the time tells nobody who works here.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID()).catch((error: unknown) => {
    nobody = undefined
    throw error
  })
  const against = stored ?? (await nobody)
  // Somebody who never had a password has no hash that could be read.
  const isRight = await inSlot(() => verify(against, password).catch(() => false))

  return isRight && stored !== null
}

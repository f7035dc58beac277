import 'server-only'
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { pool } from '#lib/db/client.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { env } from '#lib/env.ts'

/** How often one address may use a door: points per seconds. Counted in the database, for all processes together. */
const LIMITS = {
  quotes: { points: 60, duration: 60 },
  // Each may ask the network about ten plans.
  carts: { points: 20, duration: 60 },
  orders: { points: 20, duration: 60 },
  settle: { points: 60, duration: 60 },
  returns: { points: 20, duration: 60 },
  topUps: { points: 20, duration: 60 },
  find: { points: 10, duration: 600 },
  links: { points: 30, duration: 60 },
  reveal: { points: 30, duration: 60 },
  email: { points: 10, duration: 600 },
  webhooks: { points: 600, duration: 60 },
  signIn: { points: 100, duration: 3600 },
  setup: { points: 20, duration: 600 },
  reset: { points: 10, duration: 600 },
  reports: { points: 60, duration: 60 },
} as const

export type LimitName = keyof typeof LIMITS

const limiters = new Map<LimitName, RateLimiterPostgres>()

/** Counts the request against a limit of its sender. Throws `rate_limited` with `retryAfterSeconds` beyond it. */
export async function assertWithinLimit(name: LimitName, request: Request): Promise<void> {
  try {
    await limiterOf(name).consume(senderMark(request))
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw new AppError('rate_limited', `Too many requests: ${name}.`, { retryAfterSeconds })
  }
}

function limiterOf(name: LimitName): RateLimiterPostgres {
  const ready = limiters.get(name)
  if (ready) return ready
  const limit = { keyPrefix: name, ...LIMITS[name] }
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

// A keyed hash: the table counts addresses without keeping a list of them.
function senderMark(request: Request): string {
  const secret = env.INTERNAL_SECRET ?? ''

  return createHash('sha256')
    .update(secret)
    .update(networkOf(senderAddress(request)))
    .digest('base64url')
    .slice(0, 22)
}

// The nearest hop writes last; whatever stands before it, the sender may have invented.
function senderAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
}

// One IPv6 customer holds a whole /64.
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address
}

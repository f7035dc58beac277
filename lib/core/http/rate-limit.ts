import 'server-only'
import { type Limit, takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/** How often one address may use a door: points per seconds. Counted in the database, for all processes together. */
const LIMITS = {
  quotes: { points: 60, duration: 60 },
  // Each may ask the network about ten plans.
  carts: { points: 20, duration: 60 },
  orders: { points: 20, duration: 60 },
  // Codes that do not exist are counted apart, as guesses.
  vouchers: { points: 40, duration: 600 },
  settle: { points: 60, duration: 60 },
  returns: { points: 20, duration: 60 },
  topUps: { points: 20, duration: 60 },
  // A card number opens no secret, and is still no toy: nobody types more of them by hand.
  simCards: { points: 5, duration: 3600, longestBlockSeconds: 24 * 3600 },
  find: { points: 10, duration: 600, longestBlockSeconds: 4 * 3600 },
  links: { points: 30, duration: 60 },
  reveal: { points: 30, duration: 60 },
  copies: { points: 10, duration: 600 },
  shares: { points: 20, duration: 60 },
  pins: { points: 10, duration: 600, longestBlockSeconds: 4 * 3600 },
  messages: { points: 6, duration: 600 },
  messagesOfDay: { points: 20, duration: 24 * 3600 },
  email: { points: 10, duration: 600 },
  // Ten orders a second tell of themselves in three events each; a forged one costs a hash.
  webhooks: { points: 3_000, duration: 60 },
  signIn: { points: 100, duration: 3600 },
  setup: { points: 20, duration: 600 },
  reset: { points: 10, duration: 600 },
  signInLink: { points: 10, duration: 600 },
  reports: { points: 60, duration: 60 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/** Counts the request against a limit of its sender. Throws `rate_limited` with `retryAfterSeconds` beyond it. */
export async function assertWithinLimit(name: LimitName, request: Request): Promise<void> {
  const wait = await takePoint(name, LIMITS[name], senderNetwork(request))
  if (wait !== null) throw new AppError('rate_limited', `Too many requests: ${name}.`, { retryAfterSeconds: wait })
}

/** The network of whoever sent a request: an IPv4 address, or the /64 that one IPv6 customer holds. */
export function senderNetwork(request: Request): string {
  return networkOf(senderAddress(request))
}

// The nearest hop writes last; whatever stands before it, the sender may have invented.
function senderAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
}

// One IPv6 customer holds a whole /64.
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address
}

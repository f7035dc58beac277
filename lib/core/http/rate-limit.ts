import 'server-only'
import { takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type LimitName, RATE_LIMITS } from '#lib/core/rules/rate-limits.ts'

/** Counts the request against a limit of its sender. Throws `rate_limited` with `retryAfterSeconds` beyond it. */
export async function assertWithinLimit(name: LimitName, request: Request): Promise<void> {
  const wait = await takePoint(name, RATE_LIMITS[name], senderNetwork(request))
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

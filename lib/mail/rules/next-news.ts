const HOUR_MS = 3_600_000

/**
 * By when a mail about an order with the team promises the next one, and when that is due: an hour is left for a mail
 * server that is slow.
 */
export const NEWS = { within: 24 * HOUR_MS, dueAfter: 23 * HOUR_MS } as const

/** How often one address may send a request: points per seconds, and how long it waits at most after that. */
type RateLimit = { points: number; duration: number; longestBlockSeconds?: number }

/** The limits by name. Counted in the database, for all processes together. */
export const RATE_LIMITS = {
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
  browsers: { points: 30, duration: 60 },
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
  visits: { points: 60, duration: 60 },
  reports: { points: 60, duration: 60 },
} as const satisfies Record<string, RateLimit>

export type LimitName = keyof typeof RATE_LIMITS

const MAPPED_V4 = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/**
 * Returns the network of an address: an IPv4 address itself, or the /64 of an IPv6 address (`2001:db8:1:2`), within which a
 * host chooses its own numbers.
 */
export function networkOf(address: string): string {
  const [v4] = MAPPED_V4.exec(address) ?? []
  if (v4 !== undefined) return v4

  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address
}

/** Returns the /48 that a network of IPv6 lies in, as much as one customer may hold; `null` for any other. */
export function areaOf(network: string): string | null {
  return /^[\da-f:]*:[\da-f:]*$/i.test(network) ? `${groupsOf(network).slice(0, 3).join(':')}::/48` : null
}

/** Returns an address as much of it as may be kept: `203.0.113.0/24`, `2001:db8:1::/48`. */
export function shortenAddress(address: string): string {
  const [, ...v4] = MAPPED_V4.exec(address) ?? []

  return v4.length > 0 ? `${v4.slice(0, 3).join('.')}.0/24` : (areaOf(address) ?? 'unknown')
}

// Zeros that stand in an address are written out: behind `::` the groups of the host would take their places, and every
// host would be a network of its own.
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const partsOf = (part: string) => part.split(':').filter((group) => group !== '')
  const [before, after] = [partsOf(head), partsOf(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')

  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}

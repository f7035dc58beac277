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

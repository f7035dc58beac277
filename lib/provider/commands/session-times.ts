import 'server-only'

/** Every duration of the session token manager, in milliseconds. */
export type SessionTimes = {
  /** How long the provider keeps a token. A fact of the provider, so no time scale touches it. */
  lifetimeMs: number
  /** How long before its end a token is renewed. */
  marginMs: number
  leaseMs: number
  /** How long a caller waits for somebody else's login. */
  waitMs: number
  pollMs: number
  /** How long a renewal waits for running placements to end. */
  quietMs: number
  betweenLoginsMs: number
  longestPauseMs: number
  /** After a login that was refused: three tries an hour. */
  refusedPauseMs: number
  /** The window in which forced renewals are counted, and the pause after too many of them. */
  foreignWindowMs: number
  foreignPauseMs: number
}

const MINUTE = 60_000

const USUAL: SessionTimes = {
  lifetimeMs: 120 * MINUTE,
  marginMs: 12 * MINUTE,
  leaseMs: 30_000,
  waitMs: 20_000,
  pollMs: 100,
  quietMs: 80_000,
  betweenLoginsMs: MINUTE,
  longestPauseMs: 10 * MINUTE,
  refusedPauseMs: 20 * MINUTE + 1_000,
  foreignWindowMs: 10 * MINUTE,
  foreignPauseMs: 5 * MINUTE,
}

/** Returns the token manager's durations, divided by the time scale except for the token's own lifetime. */
export function sessionTimes(timeScale: number): SessionTimes {
  const scaled = Object.entries(USUAL).map(([name, ms]) => [name, Math.max(1, Math.round(ms / timeScale))])

  // A login request is a network call, which no scale makes faster: its lease must outlast it.
  return { ...(Object.fromEntries(scaled) as SessionTimes), lifetimeMs: USUAL.lifetimeMs, leaseMs: USUAL.leaseMs }
}

import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session, TokenSource } from '#lib/provider/index.ts'
import {
  claimLogin,
  countEarlyExpiries,
  dropLogin,
  findSession,
  isPlacementRunning,
  keepLogin,
  type LoginLease,
  recordEarlyExpiry,
  type SessionRow,
  saveFailedLogin,
  saveSession,
} from '#lib/provider/repository/provider-session.ts'
import { isProviderFailure, refusalCode } from '#lib/provider/rules/provider-failure.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const MINUTE = 60_000

/** Every duration of the session token manager, in milliseconds. */
const USUAL = {
  /** How long the provider keeps a token. A fact of the provider, so no time scale touches it. */
  lifetimeMs: 120 * MINUTE,
  /** How long before its end a token is renewed. */
  marginMs: 12 * MINUTE,
  leaseMs: 30_000,
  /** How long a caller waits for somebody else's login. */
  waitMs: 20_000,
  pollMs: 100,
  /** How long a renewal waits for running placements to end. */
  quietMs: 80_000,
  betweenLoginsMs: MINUTE,
  longestPauseMs: 10 * MINUTE,
  /** After a login that was refused: three tries an hour. */
  refusedPauseMs: 20 * MINUTE + 1_000,
  /** The window in which forced renewals are counted, and the pause after too many of them. */
  foreignWindowMs: 10 * MINUTE,
  foreignPauseMs: 5 * MINUTE,
}
type SessionTimes = typeof USUAL

/** Returns the token manager's durations, divided by the time scale except for the token's own lifetime. */
export function sessionTimes(timeScale: number): SessionTimes {
  const scaled = Object.entries(USUAL).map(([name, ms]) => [name, Math.max(1, Math.round(ms / timeScale))])

  // A login request is a network call, which no scale makes faster: its lease must outlast it.
  return { ...(Object.fromEntries(scaled) as SessionTimes), lifetimeMs: USUAL.lifetimeMs, leaseMs: USUAL.leaseMs }
}

/** What the token manager needs. `configMark` names the credentials without containing them. */
export type TokenManagerOptions = {
  logIn: () => Promise<{ token: string }>
  configMark: string
  times: SessionTimes
}

/** Why there is no session now. It carries no credential and no text of the provider. */
export class SessionUnavailable extends Error {
  override readonly name = 'SessionUnavailable'
}

const TOO_MANY_FORCED = 3

/**
 * A source of tokens for calls that must not lose theirs. `ready` resolves when no renewal is due that would have to wait for
 * calls on their way: whoever is about to order asks it before the call counts as sent, so that no renewal waits for it.
 */
export type TokenManager = TokenSource & { ready: () => Promise<Session> }

/**
 * Returns the source of session tokens: one shared row, one login at a time over all processes.
 *
 * `get` answers from memory while the token is fresh, and near its end with the living one as long as a renewal has to wait
 * for a call that may buy: that call itself needs it. `expired` reads the row first, because somebody else may have
 * renewed already, and logs in only when the refused token is still the shared one; `null` means that it may not yet. After
 * `drop` the next caller gets another session, or none.
 */
export function createTokenManager({ logIn, configMark, times }: TokenManagerOptions): TokenManager {
  const owner = randomUUID()
  let cached: (Session & { usableUntil: number }) | null = null
  // The last session that a call found refused which may not be repeated: the row may still name it as living.
  let dropped: number | null = null
  let running: Promise<Session> | null = null
  let renewing: Promise<Session> | null = null
  // The login that nothing holds up any more. What is sent from here on takes the token it gives.
  let ending: Promise<Session> | null = null

  return { get, expired, drop, ready }

  async function get(): Promise<Session> {
    return fresh() ?? ending ?? shared(dropped)
  }

  async function ready(): Promise<Session> {
    const session = fresh()
    if (session) return session
    renewing ??= obtain(dropped, true).finally(() => {
      renewing = null
    })

    return renewing
  }

  function fresh(): Session | null {
    if (!cached || performance.now() >= cached.usableUntil || cached.epoch === dropped) return null

    return { token: cached.token, epoch: cached.epoch }
  }

  function drop(epoch: number): void {
    if (cached && cached.epoch > epoch) return
    cached = null
    dropped = epoch
  }

  async function expired(epoch: number): Promise<Session | null> {
    if (cached && cached.epoch <= epoch) cached = null
    try {
      // A run that began before the refusal may still answer with the refused token.
      for (let tries = 0; tries < 3; tries++) {
        const session = await shared(epoch)
        if (session.epoch > epoch) return session
      }

      return null
    } catch (error) {
      if (error instanceof SessionUnavailable) return null
      throw error
    }
  }

  // 200 callers of one process become one; the row makes all processes one.
  function shared(refused: number | null): Promise<Session> {
    running ??= obtain(refused, false).finally(() => {
      running = null
    })

    return running
  }

  async function obtain(refused: number | null, isPatient: boolean): Promise<Session> {
    const giveUpAt = performance.now() + times.waitMs
    for (let isFirst = true; ; isFirst = false) {
      const row = await findSession()
      const living = livingToken(row, refused)
      if (living && row.expiresInMs !== null && row.expiresInMs > times.marginMs) return keep(living, row.expiresInMs)
      if (isFirst && refused !== null && !living) await noteEarlyDeath(row, refused)
      const lease = { owner, epoch: row.epoch }
      if (await claimLogin(lease, { leaseMs: times.leaseMs, configMark })) {
        if (!living || isPatient || !(await mustWait(row))) return renew(lease, row, living)
        await dropLogin(lease)

        return living
      }
      const mayTryInMs = row.configMark === configMark ? row.nextTryInMs : 0
      // Near its end a token is still good; better used than fought for. Who can wait lets another process renew it first.
      if (living && !(isPatient && mayTryInMs <= 0 && performance.now() < giveUpAt)) return living
      if (performance.now() + mayTryInMs >= giveUpAt) throw new SessionUnavailable('The upstream gives no session now.')
      await sleep(times.pollMs * (0.5 + jitter()))
    }
  }

  function livingToken(row: SessionRow, refused: number | null): Session | null {
    const isAlive = row.expiresInMs !== null && row.expiresInMs > 0 && row.configMark === configMark
    if (row.token === null || !isAlive || (refused !== null && row.epoch <= refused)) return null

    return { token: row.token, epoch: row.epoch }
  }

  function keep(session: Session, expiresInMs: number): Session {
    cached = { ...session, usableUntil: performance.now() + expiresInMs - times.marginMs }

    return session
  }

  async function noteEarlyDeath(row: SessionRow, refused: number): Promise<void> {
    const isEarly = row.epoch === refused && row.configMark === configMark && (row.expiresInMs ?? 0) > times.marginMs
    if (isEarly) await recordEarlyExpiry(refused)
  }

  async function renew(lease: LoginLease, row: SessionRow, living: Session | null): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>()
    // Whoever waits for it is told; nobody may.
    promise.catch(() => undefined)
    try {
      if (living) await waitForPlacements(lease, { expiresInMs: row.expiresInMs ?? 0, living, login: promise })
      const session = await logInAnew(lease, row, living)
      resolve(session)

      return session
    } catch (error) {
      reject(error)
      throw error
    } finally {
      ending = null
    }
  }

  async function logInAnew(lease: LoginLease, row: SessionRow, living: Session | null): Promise<Session> {
    const startedAt = performance.now()
    try {
      const { token } = await logIn()
      const epoch = await saveSession(lease, {
        token,
        tookMs: performance.now() - startedAt,
        lifetimeMs: times.lifetimeMs,
        pauseMs: await pauseAfterLogin(),
        configMark,
      })
      if (epoch === null) throw new SessionUnavailable('The right to log in was lost during the login.')
      dropped = null

      return keep({ token, epoch }, times.lifetimeMs)
    } catch (error) {
      if (error instanceof SessionUnavailable) throw error
      await saveFailedLogin(lease, { ...toFailure(error, row.failures), configMark })
      // Whether the old token outlived the attempt nobody knows: the next call finds out.
      if (living) return living
      throw new SessionUnavailable('The upstream did not let us log in.', { cause: error })
    }
  }

  /** A call that may buy is on its way, and the old token allows to wait for it. */
  async function mustWait({ expiresInMs }: SessionRow): Promise<boolean> {
    return (expiresInMs ?? 0) > times.leaseMs && (await isPlacementRunning())
  }

  // A login kills the token under running calls, so it waits for orders on their way while the old token allows.
  async function waitForPlacements(
    lease: LoginLease,
    { expiresInMs, living, login }: { expiresInMs: number; living: Session; login: Promise<Session> },
  ): Promise<void> {
    const until = performance.now() + Math.min(times.quietMs, expiresInMs - times.leaseMs)
    for (;;) {
      // Before the last look: what counts as sent after it finds this, and takes no token that is about to die. Whoever finds
      // it before a look that says to wait goes on with the living one.
      const { promise, resolve } = Promise.withResolvers<Session>()
      promise.catch(() => undefined)
      ending = promise
      if (performance.now() >= until || !(await isPlacementRunning())) return resolve(login)
      ending = null
      resolve(living)
      if (!(await keepLogin(lease, times.leaseMs))) throw new SessionUnavailable('The right to log in was lost.')
      await sleep(times.pollMs)
    }
  }

  async function pauseAfterLogin(): Promise<number> {
    const forced = await countEarlyExpiries(times.foreignWindowMs)
    if (forced <= TOO_MANY_FORCED) return times.betweenLoginsMs
    await openDiscrepancy({ kind: 'foreign_login', subject: 'upstream session', evidence: { forced } })

    return times.foreignPauseMs
  }

  function toFailure(error: unknown, failuresBefore: number) {
    const failure = isProviderFailure(error) ? error : null
    const code = failure && refusalCode(failure)
    const backoffMs = Math.min(times.longestPauseMs, times.betweenLoginsMs * 2 ** Math.min(failuresBefore, 10))

    // A refusal is a fault of the settings: trying on would lock the account, not open it.
    return {
      code,
      error: failure?.kind ?? 'unexpected_error',
      pauseMs: isRefusal(code) ? times.refusedPauseMs : backoffMs,
    }
  }
}

function isRefusal(code: number | null): boolean {
  return code !== null && [-1, -2, -3, -30].includes(code)
}

function jitter(): number {
  return (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255
}

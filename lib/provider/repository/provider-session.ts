import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { encryptValue, openValue } from '#lib/core/repository/encrypted.ts'

/** Where the token is sealed to. */
export const SESSION_PLACE = { table: 'UpstreamSession', id: 'main', field: 'sealedToken' }

/** The shared session as the database's clock sees it. Times are milliseconds from now, negative when they passed. */
export type SessionRow = {
  epoch: number
  token: string | null
  configMark: string | null
  expiresInMs: number | null
  nextTryInMs: number
  failures: number
}

type RawRow = Omit<SessionRow, 'token'> & { sealedToken: Uint8Array | null }

/** Reads the session. `token` is null before the first login, and when its key is no longer on the ring. */
export async function findSession(): Promise<SessionRow> {
  const [row] = await db().$queryRaw<RawRow[]>`
    SELECT "epoch", "sealedToken", "configMark", "failures",
      extract(epoch FROM "expiresAt" - clock_timestamp())::float8 * 1000 AS "expiresInMs",
      coalesce(extract(epoch FROM "nextTryAt" - clock_timestamp())::float8 * 1000, 0) AS "nextTryInMs"
    FROM "UpstreamSession" WHERE "id" = 'main'`
  if (!row) throw new Error('The session row is missing: run the migrations.')
  const { sealedToken, ...facts } = row

  return { ...facts, token: sealedToken && openToken(sealedToken) }
}

/** Who may log in, and which session is being replaced. */
export type LoginLease = { owner: string; epoch: number }

/**
 * Takes the right to log in for `leaseMs`, if the session is still that of `epoch`, nobody holds the right, and the
 * pause after the last login is over or belonged to other credentials. Returns `false` otherwise.
 */
export async function claimLogin(
  lease: LoginLease,
  options: { leaseMs: number; configMark: string },
): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "UpstreamSession"
    SET "leaseOwner" = ${lease.owner}, "leaseUntil" = clock_timestamp() + ${options.leaseMs} * interval '1 millisecond'
    WHERE "id" = 'main' AND "epoch" = ${lease.epoch}
      AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
      AND ("nextTryAt" IS NULL OR "nextTryAt" <= clock_timestamp() OR "configMark" IS DISTINCT FROM ${options.configMark})`

  return count === 1
}

/** Keeps the right to log in for another `leaseMs`. `false` means that it was lost: stop. */
export async function keepLogin({ owner, epoch }: LoginLease, leaseMs: number): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "UpstreamSession" SET "leaseUntil" = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE "id" = 'main' AND "leaseOwner" = ${owner} AND "epoch" = ${epoch} AND "leaseUntil" >= clock_timestamp()`

  return count === 1
}

/** Gives the right to log in back unused. */
export async function dropLogin({ owner, epoch }: LoginLease): Promise<void> {
  await db().$executeRaw`
    UPDATE "UpstreamSession" SET "leaseOwner" = NULL, "leaseUntil" = NULL
    WHERE "id" = 'main' AND "leaseOwner" = ${owner} AND "epoch" = ${epoch}`
}

/** A successful login. Its time counts from the start of the request, `tookMs` before now. */
export type NewSession = { token: string; tookMs: number; lifetimeMs: number; pauseMs: number; configMark: string }

/** Stores a token under the next epoch, sealed, and gives the lease back. `null` when the lease was lost meanwhile. */
export async function saveSession({ owner, epoch }: LoginLease, session: NewSession): Promise<number | null> {
  const encrypted = encryptValue(session.token, SESSION_PLACE)
  const count = await db().$executeRaw`
    UPDATE "UpstreamSession"
    SET "epoch" = "epoch" + 1, "sealedToken" = ${encrypted}, "failures" = 0, "lastCode" = 1, "lastError" = NULL,
      "issuedAt" = clock_timestamp() - ${session.tookMs} * interval '1 millisecond',
      "expiresAt" = clock_timestamp() + ${session.lifetimeMs - session.tookMs} * interval '1 millisecond',
      "lastLoginAt" = clock_timestamp(),
      "nextTryAt" = clock_timestamp() + ${session.pauseMs} * interval '1 millisecond',
      "configMark" = ${session.configMark}, "leaseOwner" = NULL, "leaseUntil" = NULL
    WHERE "id" = 'main' AND "leaseOwner" = ${owner} AND "epoch" = ${epoch}`

  return count === 1 ? epoch + 1 : null
}

/** A login that gave no session: why, and how long everybody waits before the next one. */
export type FailedLogin = { code: number | null; error: string; pauseMs: number; configMark: string }

/**
 * Notes a failed login and gives the lease back. The token stays, because nobody knows whether it still lives, unless
 * it belongs to other credentials.
 */
export async function saveFailedLogin({ owner, epoch }: LoginLease, failed: FailedLogin): Promise<void> {
  await db().$executeRaw`
    UPDATE "UpstreamSession"
    SET "failures" = "failures" + 1, "lastCode" = ${failed.code}, "lastError" = ${failed.error},
      "nextTryAt" = clock_timestamp() + ${failed.pauseMs} * interval '1 millisecond',
      "sealedToken" = CASE WHEN "configMark" = ${failed.configMark} THEN "sealedToken" END,
      "configMark" = ${failed.configMark}, "leaseOwner" = NULL, "leaseUntil" = NULL
    WHERE "id" = 'main' AND "leaseOwner" = ${owner} AND "epoch" = ${epoch}`
}

/** Notes that a session died before its time, once per session. */
export async function recordEarlyExpiry(epoch: number): Promise<void> {
  await db().earlyExpiry.createMany({ data: [{ epoch }], skipDuplicates: true })
}

/** Returns how many sessions died before their time in the last `windowMs`. */
export async function countEarlyExpiries(windowMs: number): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "EarlyExpiry"
    WHERE "at" > clock_timestamp() - ${windowMs} * interval '1 millisecond'`

  return row?.count ?? 0
}

/** Returns whether a call that may buy is under way; a login would kill the token below it. */
export async function isPlacementRunning(): Promise<boolean> {
  const sent = await db().attempt.findFirst({ where: { state: 'SENT' }, select: { id: true } })

  return sent !== null
}

function openToken(encrypted: Uint8Array): string | null {
  try {
    return openValue(encrypted, SESSION_PLACE)
  } catch {
    // A token under a lost key is as good as none: the next login replaces it.
    return null
  }
}

import 'server-only'
import { type SecondFactor, STAFF_SESSION_MS } from '#lib/auth/rules/staff-account.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { STAFF_COLUMNS, type StaffRow } from './staff.ts'

const HALF_MS = 900_000

/** Where a sign-in came from: a network and a rough name of the browser. */
export type SessionPlace = { address: string | null; browser: string | null }

/** A session that counts, with its person. `factor` is `null` while the second step is awaited. */
export type LivingSession = { id: string; factor: SecondFactor | null; provenAt: Date; staff: StaffRow }

type NewSession = SessionPlace & { staff: { id: string; sessionVersion: number }; factor: SecondFactor | null }

/** Begins a session. Its id goes into the cookie. */
export async function addSession({ staff, ...session }: NewSession, client: Tx = db()): Promise<string> {
  const id = newId('ses')
  await client.staffSession.create({
    data: { id, staffId: staff.id, version: staff.sessionVersion, ...session },
    select: { id: true },
  })

  return id
}

/**
 * Reads a session that counts: not ended, not older than its person's last change of rights, and of nobody disabled.
 * One that awaits its second step counts for a quarter of an hour.
 */
export async function findLivingSession(
  id: string,
  now = new Date(),
  client: Tx = db(),
): Promise<LivingSession | null> {
  const row = await client.staffSession.findUnique({
    where: {
      id,
      endedAt: null,
      createdAt: { gt: new Date(now.getTime() - STAFF_SESSION_MS.longest) },
      staff: { disabledAt: null },
    },
    select: {
      id: true,
      version: true,
      factor: true,
      provenAt: true,
      createdAt: true,
      staff: { select: STAFF_COLUMNS },
    },
  })
  if (!row || row.version !== row.staff.sessionVersion) return null
  if (row.factor === null && now.getTime() - row.createdAt.getTime() > HALF_MS) return null

  return { id: row.id, factor: row.factor as SecondFactor | null, provenAt: row.provenAt, staff: row.staff }
}

/** Notes that somebody is still at work in a session. */
export async function touchSession(id: string): Promise<void> {
  await db().staffSession.updateMany({ where: { id, endedAt: null }, data: { lastSeenAt: new Date() } })
}

/**
 * Goes on with a session whose person has just proved again who they are, under a new id: a cookie from before is worth
 * nothing. `null` when it has ended meanwhile.
 */
export async function renewSession(id: string, client: Tx = db()): Promise<string | null> {
  const renewed = newId('ses')
  const { count } = await client.staffSession.updateMany({
    where: { id, endedAt: null },
    data: { id: renewed, provenAt: new Date() },
  })

  return count === 1 ? renewed : null
}

/** Ends one session of a member of staff. `false` when they have none of this id that counts. */
export async function endSession(staffId: string, id: string, client: Tx = db()): Promise<boolean> {
  const { count } = await client.staffSession.updateMany({
    where: { id, staffId, endedAt: null },
    data: { endedAt: new Date() },
  })

  return count === 1
}

/** Ends every session of a member of staff but one. Returns how many. */
export async function endOtherSessions(staffId: string, keptId: string, client: Tx = db()): Promise<number> {
  const { count } = await client.staffSession.updateMany({
    where: { staffId, endedAt: null, id: { not: keptId } },
    data: { endedAt: new Date() },
  })

  return count
}

/** Reads the sessions of a member of staff that count, the last used first. */
export async function listSessions({ id: staffId, sessionVersion }: Pick<StaffRow, 'id' | 'sessionVersion'>) {
  const now = Date.now()

  return db().staffSession.findMany({
    where: {
      staffId,
      version: sessionVersion,
      endedAt: null,
      factor: { not: null },
      lastSeenAt: { gt: new Date(now - STAFF_SESSION_MS.idle) },
      createdAt: { gt: new Date(now - STAFF_SESSION_MS.longest) },
    },
    orderBy: { lastSeenAt: 'desc' },
    take: 100,
    select: { id: true, factor: true, address: true, browser: true, createdAt: true, lastSeenAt: true },
  })
}

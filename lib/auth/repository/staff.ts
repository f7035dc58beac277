import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { endTokens } from './once-tokens.ts'

/** A member of staff as the door needs them. `sessionVersion` ends older sessions when it is raised. */
export type StaffRow = { id: string; email: string; name: string; role: StaffRole; sessionVersion: number }

/** What `StaffRow` is read from. */
export const STAFF_COLUMNS = { id: true, email: true, name: true, role: true, sessionVersion: true } as const

/** Reads who may sign in with an address, with the hash of the password. `null` for strangers and disabled people. */
export async function findStaffByEmail(email: string): Promise<(StaffRow & { passwordHash: string }) | null> {
  return db().staff.findUnique({ where: { email, disabledAt: null }, select: { ...STAFF_COLUMNS, passwordHash: true } })
}

/** Reads a member of staff who is not disabled, with the hash of the password. */
export async function findStaff(id: string, client: Tx = db()): Promise<(StaffRow & { passwordHash: string }) | null> {
  return client.staff.findUnique({
    where: { id, disabledAt: null },
    select: { ...STAFF_COLUMNS, passwordHash: true },
  })
}

/** Notes that somebody signed in. */
export async function noteSignIn(id: string, client: Tx = db()): Promise<void> {
  await client.staff.updateMany({ where: { id }, data: { lastSignInAt: new Date() } })
}

/** Ends every session of a member of staff: a changed right counts at once. */
export async function endSessions(id: string, client: Tx = db()): Promise<void> {
  await client.staff.updateMany({ where: { id }, data: { sessionVersion: { increment: 1 } } })
  await client.staffSession.updateMany({ where: { staffId: id, endedAt: null }, data: { endedAt: new Date() } })
}

/** Sets a new password and ends every session and every link to reset it. Returns the person with the new version, `null` when disabled. */
export async function setPassword(id: string, passwordHash: string, tx: Tx): Promise<StaffRow | null> {
  const { count } = await tx.staff.updateMany({ where: { id, disabledAt: null }, data: { passwordHash } })
  if (count === 0) return null
  await endSessions(id, tx)
  await endTokens('password_reset', id, tx)

  return tx.staff.findUnique({ where: { id }, select: STAFF_COLUMNS })
}

/** Gives a member of staff another name. */
export async function setName(id: string, name: string, tx: Tx): Promise<void> {
  await tx.staff.updateMany({ where: { id }, data: { name } })
}

/** Who becomes an owner, with the hash of the password. */
export type NewOwner = { email: string; name: string; passwordHash: string }

/** Makes an owner, or gives an existing member of staff that role, a new password and an end to all sessions. */
export async function saveOwner(owner: NewOwner, tx: Tx): Promise<{ id: string }> {
  const { email, name, passwordHash } = owner
  const data = { name, passwordHash, role: 'owner', disabledAt: null } as const

  return tx.staff.upsert({
    where: { email },
    create: { id: newId('stf'), email, ...data },
    update: { ...data, sessionVersion: { increment: 1 } },
    select: { id: true },
  })
}

/** The address of whoever has owned the store for the longest, `null` before there is an owner. */
export async function findFirstOwnerEmail(): Promise<string | null> {
  const owner = await db().staff.findFirst({
    where: { role: 'owner', disabledAt: null },
    orderBy: { createdAt: 'asc' },
    select: { email: true },
  })

  return owner?.email ?? null
}

/** The ids of everybody who owns the store. */
export async function listOwnerIds(client: Tx = db()): Promise<string[]> {
  const owners = await client.staff.findMany({
    where: { role: 'owner', disabledAt: null },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })

  return owners.map(({ id }) => id)
}

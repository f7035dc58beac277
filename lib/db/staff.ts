import 'server-only'
import type { StaffRole } from '#lib/domain/caller.ts'
import { newId } from '#lib/domain/ids.ts'
import { db, type Tx } from './client.ts'

/** A member of staff as the door needs them. `sessionVersion` ends older sessions when it is raised. */
export type StaffRow = { id: string; email: string; name: string; role: StaffRole; sessionVersion: number }

const COLUMNS = { id: true, email: true, name: true, role: true, sessionVersion: true } as const

/** Reads who may sign in with an address, with the hash of the password. `null` for strangers and disabled people. */
export async function findStaffByEmail(email: string): Promise<(StaffRow & { passwordHash: string }) | null> {
  return db().staff.findUnique({ where: { email, disabledAt: null }, select: { ...COLUMNS, passwordHash: true } })
}

/** Reads the member of staff of a session; `null` when they are disabled, or the session is older than its version. */
export async function findStaffOfSession(id: string, sessionVersion: number): Promise<StaffRow | null> {
  return db().staff.findUnique({ where: { id, sessionVersion, disabledAt: null }, select: COLUMNS })
}

/** Notes that somebody signed in. */
export async function noteSignIn(id: string, client: Tx = db()): Promise<void> {
  await client.staff.updateMany({ where: { id }, data: { lastSignInAt: new Date() } })
}

/** Ends every session of a member of staff. */
export async function endSessions(id: string, client: Tx = db()): Promise<void> {
  await client.staff.updateMany({ where: { id }, data: { sessionVersion: { increment: 1 } } })
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

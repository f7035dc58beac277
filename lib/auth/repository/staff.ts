import 'server-only'
import { endTokens } from '#lib/auth/repository/links.ts'
import { FACTOR_RULES, type FactorRule } from '#lib/auth/rules/staff-account.ts'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { findSetting, storeSetting } from '#lib/settings/repository/settings.ts'

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

  const { id } = await tx.staff.upsert({
    where: { email },
    create: { id: newId('stf'), email, ...data },
    update: { ...data, sessionVersion: { increment: 1 } },
    select: { id: true },
  })
  await endTokens('password_reset', id, tx)

  return { id }
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

/** A member of staff whose rights are about to change; the row is locked. */
export type LockedStaff = { id: string; role: StaffRole; isDisabled: boolean }

/**
 * Reads a member of staff for a change of rights, and how many owners there are who can sign in. Both are locked, in one
 * order, so that two owners who remove each other at the same moment wait for one another.
 */
export async function lockStaff(id: string, tx: Tx): Promise<{ person: LockedStaff | null; owners: number }> {
  const rows = await tx.$queryRaw<{ id: string; role: StaffRole; isDisabled: boolean }[]>`
    SELECT "id", "role"::text AS "role", "disabledAt" IS NOT NULL AS "isDisabled" FROM "Staff"
    WHERE "id" = ${id} OR ("role" = 'owner' AND "disabledAt" IS NULL)
    ORDER BY "id" FOR UPDATE`

  return {
    person: rows.find((row) => row.id === id) ?? null,
    owners: rows.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled).length,
  }
}

/** Gives a member of staff another role. */
export async function setRole(id: string, role: StaffRole, tx: Tx): Promise<void> {
  await tx.staff.updateMany({ where: { id }, data: { role } })
}

/** Shuts a member of staff out from an instant on; `null` lets them in again. */
export async function setDisabledAt(id: string, disabledAt: Date | null, tx: Tx): Promise<void> {
  await tx.staff.updateMany({ where: { id }, data: { disabledAt } })
}

/** A new member of staff, with the hash of the password. */
export type NewStaff = { email: string; name: string; role: StaffRole; passwordHash: string }

/** Adds a member of staff. Returns the id; `null` when somebody has that address already. */
export async function addStaffMember(person: NewStaff, tx: Tx): Promise<string | null> {
  const id = newId('stf')
  const { count } = await tx.staff.createMany({ data: [{ id, ...person }], skipDuplicates: true })

  return count === 1 ? id : null
}

/** Tells whether somebody of staff, disabled or not, has this address. */
export async function isStaffAddress(email: string, client: Tx = db()): Promise<boolean> {
  return (await client.staff.count({ where: { email } })) > 0
}

/** Reads the staff with what the list shows, by name: all, or those with `q` in it or in their address. They are tens, not thousands. */
export async function listStaffRows(q = '') {
  const part = { contains: q, mode: 'insensitive' } as const

  return db().staff.findMany({
    ...(q === '' ? {} : { where: { OR: [{ name: part }, { email: part }] } }),
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 1000,
    select: {
      id: true,
      name: true,
      email: true,
      role: true,
      sessionVersion: true,
      disabledAt: true,
      lastSignInAt: true,
      createdAt: true,
      totp: { select: { staffId: true } },
      _count: { select: { passkeys: true } },
      sessions: {
        where: {
          endedAt: null,
          factor: { not: null },
          lastSeenAt: { gt: new Date(Date.now() - 1_800_000) },
          createdAt: { gt: new Date(Date.now() - 43_200_000) },
        },
        select: { version: true },
      },
    },
  })
}

const KEY = 'staff.second_factor'

/**
 * Of whom a second factor is required. Where nobody has decided, a live store asks owners and finance for one; what cannot
 * be read is taken for the strictest answer.
 */
export async function findFactorRule(client: Tx = db()): Promise<FactorRule> {
  const stored = await findSetting(KEY, client)
  // Release 0.1 wrote `optional` without saying what that means for a live store: it is no decision.
  if (stored === null || stored === 'optional') return env.STORE_MODE === 'live' ? 'owners' : 'nobody'

  return FACTOR_RULES.find((rule) => rule === stored) ?? 'required'
}

/** Stores of whom a second factor is required. */
export async function saveFactorRule({ rule, setBy }: { rule: FactorRule; setBy: string }, tx: Tx): Promise<void> {
  await storeSetting({ key: KEY, value: rule, setBy }, tx)
}

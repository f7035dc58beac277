import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'

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

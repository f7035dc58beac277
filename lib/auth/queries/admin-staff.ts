import 'server-only'
import { findFactors, listPasskeys } from '#lib/auth/repository/factors.ts'
import { findFactorRule, findStaff, listStaffRows, type StaffRow } from '#lib/auth/repository/staff.ts'
import { findOwnerLinkState, listInvites, type OwnerLinkState } from '#lib/auth/repository/staff-invites.ts'
import { listSessions } from '#lib/auth/repository/staff-sessions.ts'
import { requiresFactor, type SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { type StaffFilter, staffFilterSchema } from '#lib/auth/schema.ts'
import { rowsOf } from '#lib/core/queries/export-rows.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'

/** Reads who works here (all, or whom a part of a name or address means), who is invited, and of whom a second factor is required. Throws `forbidden`. */
export async function getStaffPage(caller: Caller, { q }: StaffFilter = staffFilterSchema.parse({})) {
  requirePermission(caller, 'staff.manage')
  const [rows, invites, rule] = await Promise.all([listStaffRows(q), listInvites(), findFactorRule()])
  const now = new Date()

  return {
    rule,
    // Nobody joins on the word of somebody who may no longer give it.
    invites: invites.map(({ isInviterGone, ...invite }) => ({
      ...invite,
      isOver: isInviterGone || invite.expiresAt <= now,
    })),
    people: rows.map(({ totp, _count, sessions, sessionVersion, disabledAt, ...row }) => ({
      ...row,
      isDisabled: disabledAt !== null,
      hasFactor: totp !== null || _count.passkeys > 0,
      sessions: disabledAt ? 0 : sessions.filter(({ version }) => version === sessionVersion).length,
    })),
  }
}

const HEAD = ['staff_id', 'name', 'email', 'role', 'disabled', 'second_factor', 'sessions', 'last_sign_in', 'since']

/** Who works here as a file, by name. */
export function exportedStaff(caller: Caller, filter: StaffFilter): AsyncIterable<string> {
  return rowsOf<never>(caller, 'staff', HEAD, async () => {
    const { people } = await getStaffPage(caller, filter)

    return { rows: people.map(personCells), next: null }
  })
}

function personCells({ id, name, email, role, isDisabled, hasFactor, sessions, ...row }: StaffListRow): CsvCell[] {
  const [disabled, factor] = [isDisabled, hasFactor].map((is) => (is ? 'yes' : 'no'))

  return [id, name, email, role, disabled, factor, sessions, row.lastSignInAt, row.createdAt]
}

/** Reads the own account of a member of staff; `sessionId` is the session in hand. Throws `unauthenticated`. */
export async function getOwnProfile(caller: StaffMember, sessionId: string) {
  const staff: StaffRow | null = await findStaff(caller.staffId)
  if (!staff) throw new AppError('unauthenticated', 'Nobody is known in this browser.')
  const [factors, passkeys, rule, sessions] = await Promise.all([
    findFactors({ staffId: staff.id }),
    listPasskeys({ staffId: staff.id }),
    findFactorRule(),
    listSessions(staff),
  ])

  return {
    name: staff.name,
    email: staff.email,
    role: staff.role,
    hasTotp: factors.hasTotp,
    recoveryCodes: factors.recoveryCodes,
    isFactorRequired: requiresFactor(rule, staff.role),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    sessions: sessions.map(({ factor, ...row }) => ({
      ...row,
      factor: factor as SecondFactor,
      isThis: row.id === sessionId,
    })),
  }
}

/** What has become of the link that makes its bearer an owner. */
export async function getOwnerLinkState(token: string): Promise<OwnerLinkState> {
  return findOwnerLinkState(token)
}

/** A member of staff in the list. */
export type StaffListRow = Awaited<ReturnType<typeof getStaffPage>>['people'][number]

/** An invitation that nobody has accepted yet. */
export type InviteRow = Awaited<ReturnType<typeof getStaffPage>>['invites'][number]

/** The own account of a member of staff. */
export type StaffProfile = Awaited<ReturnType<typeof getOwnProfile>>

/** One sign-in of a member of staff that still counts, as its owner sees it. `address` is a network, not an address. */
export type StaffSessionRow = StaffProfile['sessions'][number]

import 'server-only'
import { deleteFactors } from '#lib/auth/repository/factors.ts'
import { endSessions } from '#lib/auth/repository/staff.ts'
import { type LockedStaff, lockStaff, setDisabledAt, setRole } from '#lib/auth/repository/staff-list.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AuditAct } from '#lib/core/rules/audit-acts.ts'
import { actorOf, type Caller, requirePermission, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'

/**
 * Gives a member of staff another role; their sessions end at once.
 *
 * Throws `forbidden`, `not_found`, and `conflict` with `reason: 'last_owner'` when nobody would be left who may do this.
 */
export async function changeRole(caller: Caller, input: { staffId: string; role: StaffRole }): Promise<void> {
  await change(caller, input.staffId, async ({ staff, person, owners, tx }) => {
    if (person.role === input.role) return
    if (isLastOwner(person, owners)) throw lastOwner()
    await setRole(person.id, input.role, tx)
    await endSessions(person.id, tx)
    const facts = { before: { role: person.role }, after: { role: input.role } }
    await recordAudit({ ...event(staff, 'staff.role_changed', person), ...facts }, tx)
  })
}

/** Shuts a member of staff out; their sessions end at once. Throws as `changeRole`. */
export async function disableStaff(caller: Caller, staffId: string): Promise<void> {
  await change(caller, staffId, async ({ staff, person, owners, tx }) => {
    if (person.isDisabled) return
    if (isLastOwner(person, owners)) throw lastOwner()
    await setDisabledAt(person.id, new Date(), tx)
    await endSessions(person.id, tx)
    await recordAudit(event(staff, 'staff.disabled', person), tx)
  })
}

/** Lets a member of staff in again, with the role and factors they had. Throws `forbidden` and `not_found`. */
export async function enableStaff(caller: Caller, staffId: string): Promise<void> {
  await change(caller, staffId, async ({ staff, person, tx }) => {
    if (!person.isDisabled) return
    await setDisabledAt(person.id, null, tx)
    await recordAudit(event(staff, 'staff.enabled', person), tx)
  })
}

/** Ends every session of a member of staff. Throws `forbidden` and `not_found`. */
export async function endStaffSessions(caller: Caller, staffId: string): Promise<void> {
  await change(caller, staffId, async ({ staff, person, tx }) => {
    await endSessions(person.id, tx)
    await recordAudit(event(staff, 'staff.sessions_ended', person), tx)
  })
}

/**
 * Takes every second factor of a member of staff away, for somebody who lost theirs. Their sessions end; where a factor is
 * required they set a new one up at sign-in. Throws `forbidden` and `not_found`.
 */
export async function removeStaffFactors(caller: Caller, input: { staffId: string; reason: string }): Promise<void> {
  await change(caller, input.staffId, async ({ staff, person, tx }) => {
    await deleteFactors({ staffId: person.id }, tx)
    await endSessions(person.id, tx)
    await recordAudit({ ...event(staff, 'staff.factor_removed', person), reason: input.reason }, tx)
  })
}

type Change = { staff: StaffMember; person: LockedStaff; owners: number; tx: Tx }

async function change(caller: Caller, staffId: string, work: (facts: Change) => Promise<void>): Promise<void> {
  const staff = requirePermission(caller, 'staff.manage')
  await transaction(async (tx) => {
    const { person, owners } = await lockStaff(staffId, tx)
    if (!person) throw new AppError('not_found', 'There is nobody with this id.')
    await work({ staff, person, owners, tx })
  })
}

function isLastOwner(person: LockedStaff, owners: number): boolean {
  return person.role === 'owner' && !person.isDisabled && owners <= 1
}

function lastOwner(): AppError {
  return new AppError('conflict', 'Somebody has to stay the owner.', { reason: 'last_owner' })
}

function event(staff: StaffMember, act: AuditAct, person: LockedStaff) {
  return { actor: actorOf(staff), role: staff.role, act, subject: person.id }
}

import 'server-only'
import { deleteFactors } from '#lib/auth/repository/factors.ts'
import { addToken, endTokens, findTokenSubject, spendToken } from '#lib/auth/repository/links.ts'
import {
  addStaffMember,
  endSessions,
  findFactorRule,
  findStaff,
  isStaffAddress,
  type LockedStaff,
  lockStaff,
  type NewOwner,
  saveFactorRule,
  saveOwner,
  setDisabledAt,
  setRole,
} from '#lib/auth/repository/staff.ts'
import {
  addInvite,
  closeInvite,
  findOpenInvite,
  findOwnerLinkState,
  INVITE_DAYS,
  revokeInvite,
  spendOwnerLink,
} from '#lib/auth/repository/staff-invites.ts'
import type { FactorRule } from '#lib/auth/rules/staff-account.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AuditEventName } from '#lib/core/rules/audit-events.ts'
import {
  actorOf,
  type Caller,
  can,
  requirePermission,
  type StaffMember,
  type StaffRole,
} from '#lib/core/rules/caller.ts'
import { queueStaffMail } from '#lib/mail/repository/outbox.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'

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

function event(staff: StaffMember, action: AuditEventName, person: LockedStaff) {
  return { actor: actorOf(staff), role: staff.role, act: action, subject: person.id }
}

/**
 * Asks somebody to join with a role: a mail with a link of its own, and a link to hand over by hand.
 *
 * Throws `forbidden`, and `conflict` with `reason: 'known'` when somebody of staff has this address.
 */
export async function inviteStaff(
  caller: Caller,
  input: { email: string; role: StaffRole; locale: string },
): Promise<{ inviteId: string; url: string }> {
  const staff = requirePermission(caller, 'staff.manage')
  const { email, role, locale } = input
  const made = await transaction(async (tx) => {
    if (await isStaffAddress(email, tx))
      throw new AppError('conflict', 'Somebody has this address.', { reason: 'known' })
    const inviteId = await addInvite({ email, role, locale, invitedBy: staff.staffId }, tx)
    const token = await addToken({ purpose: 'staff_invite', subject: inviteId, minutes: INVITE_DAYS * 1440 }, tx)
    await queueStaffMail({ kind: 'staff_invite', subject: inviteId, locale, dedupeKey: `invite:${inviteId}` }, tx)
    const by = { actor: actorOf(staff), role: staff.role }
    await recordAudit({ ...by, act: 'staff.invited', subject: inviteId, after: { role } }, tx)

    return { inviteId, token }
  })
  wakeWorker()

  return { inviteId: made.inviteId, url: new URL(`/invite/${made.token}`, env.PUBLIC_URL).href }
}

/** Takes an invitation back: its links stop working. Throws `forbidden`, and `not_found` when it is not open. */
export async function takeInviteBack(caller: Caller, inviteId: string): Promise<void> {
  const staff = requirePermission(caller, 'staff.manage')
  await transaction(async (tx) => {
    if (!(await revokeInvite(inviteId, tx))) throw new AppError('not_found', 'There is no such invitation.')
    await endTokens('staff_invite', inviteId, tx)
    const by = { actor: actorOf(staff), role: staff.role }
    await recordAudit({ ...by, act: 'staff.invite_revoked', subject: inviteId }, tx)
  })
}

/** Reads whom a link invites, and as what; `null` when it is used, over, taken back or unknown. Nothing is spent. */
export async function readInvite(token: string): Promise<{ email: string; role: StaffRole } | null> {
  const inviteId = await findTokenSubject('staff_invite', token)
  const invite = inviteId === null ? null : await findOpenInvite(inviteId)

  return invite && (await mayStillInvite(invite.invitedBy)) ? { email: invite.email, role: invite.role } : null
}

/**
 * Makes the bearer of an invitation a member of staff, and spends it in the same commit. Throws `gone`; of two who try at
 * once, one is served.
 */
export async function acceptInvite(token: string, person: { name: string; passwordHash: string }): Promise<void> {
  await transaction(async (tx) => {
    const inviteId = await spendToken('staff_invite', token, tx)
    const invite = inviteId === null ? null : await findOpenInvite(inviteId, tx)
    if (!invite || !(await closeInvite(invite.id, tx))) throw gone()
    if (!(await mayStillInvite(invite.invitedBy, tx))) throw gone()
    const id = await addStaffMember({ email: invite.email, role: invite.role, ...person }, tx)
    if (id === null) throw gone()
    await endTokens('staff_invite', invite.id, tx)
    const by = { actor: `staff:${id}`, role: invite.role, subject: id }
    await recordAudit({ ...by, act: 'staff.joined', after: { role: invite.role, invitedBy: invite.invitedBy } }, tx)
  })
}

/** Nobody joins on the word of somebody who may no longer give it. */
async function mayStillInvite(staffId: string, client?: Tx): Promise<boolean> {
  const inviter = await findStaff(staffId, client)

  return inviter !== null && can({ kind: 'staff', staffId, ...inviter }, 'staff.manage')
}

function gone(): AppError {
  return new AppError('gone', 'This invitation was used, is over or was taken back.')
}

/** The rule that is wanted. `seen` is the one that the page showed. */
export type FactorRuleChange = { rule: FactorRule; seen: FactorRule }

/**
 * Sets of whom a second factor is required. Who is signed in stays so; who has none sets one up at the next sign-in.
 *
 * Throws `forbidden`, and `conflict` when somebody else has set it since the page was shown.
 */
export async function setFactorRule(caller: Caller, { rule, seen }: FactorRuleChange): Promise<void> {
  const staff = requirePermission(caller, 'staff.manage')
  await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findFactorRule(tx)
    if (before !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    await saveFactorRule({ rule, setBy: actorOf(staff) }, tx)
    const by = { actor: actorOf(staff), role: staff.role, subject: 'staff.second_factor' }
    await recordAudit({ ...by, act: 'staff.rules_changed', before: { rule: before }, after: { rule } }, tx)
  })
}

/**
 * Makes the bearer of an owner link an owner, and spends the link in the same commit.
 *
 * Throws `gone` with `details.reason` `used`, `expired` or `unknown`; of two who try at once, one is served.
 */
export async function setUpOwner(token: string, owner: NewOwner): Promise<{ staffId: string }> {
  const made = await transaction(async (tx) => {
    if (!(await spendOwnerLink(token, tx))) return null
    const { id } = await saveOwner(owner, tx)
    await recordAudit({ actor: `staff:${id}`, role: 'owner', act: 'staff.owner_set_up', subject: id }, tx)

    return { staffId: id }
  })
  if (made) return made
  const reason = await findOwnerLinkState(token)
  throw new AppError('gone', `The owner link is ${reason}.`, { reason: reason === 'open' ? 'used' : reason })
}

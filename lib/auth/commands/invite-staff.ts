import 'server-only'
import { addToken, endTokens, findTokenSubject, spendToken } from '#lib/auth/repository/once-tokens.ts'
import {
  addInvite,
  closeInvite,
  findOpenInvite,
  INVITE_DAYS,
  revokeInvite,
} from '#lib/auth/repository/staff-invites.ts'
import { addStaffMember, isStaffAddress } from '#lib/auth/repository/staff-list.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffRole } from '#lib/core/rules/caller.ts'
import { queueStaffMail } from '#lib/mail/repository/staff-mails.ts'

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

  return invite && { email: invite.email, role: invite.role }
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
    const id = await addStaffMember({ email: invite.email, role: invite.role, ...person }, tx)
    if (id === null) throw gone()
    await endTokens('staff_invite', invite.id, tx)
    const by = { actor: `staff:${id}`, role: invite.role, subject: id }
    await recordAudit({ ...by, act: 'staff.joined', after: { role: invite.role, invitedBy: invite.invitedBy } }, tx)
  })
}

function gone(): AppError {
  return new AppError('gone', 'This invitation was used, is over or was taken back.')
}

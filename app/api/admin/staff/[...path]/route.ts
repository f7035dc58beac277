import {
  changeRole,
  disableStaff,
  enableStaff,
  endStaffSessions,
  inviteStaff,
  removeStaffFactors,
  setFactorRule,
  takeInviteBack,
} from '#lib/auth/commands/manage-staff.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { assertFreshProof } from '#lib/auth/rules/factors.ts'
import {
  changeStaffRoleCall,
  endStaffSessionsCall,
  inviteStaffCall,
  removeStaffFactorsCall,
  setFactorRuleCall,
  setStaffStateCall,
  withdrawInviteCall,
} from '#lib/auth/schema.ts'
import type { StaffAccount } from '#lib/auth/staff-session.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { toStaffLocale } from '#lib/core/i18n/config.ts'
import { PERMISSIONS, requirePermission, type StaffRole } from '#lib/core/rules/caller.ts'

/** Whether a role may give roles: whoever has it once keeps it without an owner's screen. */
function givesKeys(role: StaffRole): boolean {
  const roles: readonly StaffRole[] = PERMISSIONS['staff.manage']

  return roles.includes(role)
}

function assertOwnerHere(caller: StaffAccount): void {
  requirePermission(caller.staff, 'staff.manage')
  assertFreshProof(caller)
}

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(removeStaffFactorsCall, async ({ caller, params, body }) => {
    assertOwnerHere(caller)
    await removeStaffFactors(caller.staff, { staffId: params.id, reason: body.reason })
  }),
  serve(changeStaffRoleCall, async ({ caller, params, body }) => {
    if (givesKeys(body.role)) assertOwnerHere(caller)
    await changeRole(caller.staff, { staffId: params.id, role: body.role })
  }),
  serve(endStaffSessionsCall, ({ caller, params }) => endStaffSessions(caller, params.id)),
  serve(setStaffStateCall, async ({ caller, params, body }) => {
    if (body.state === 'disabled') return disableStaff(caller.staff, params.id)
    // Somebody who was shut out may be an owner.
    assertOwnerHere(caller)
    await enableStaff(caller.staff, params.id)
  }),
  serve(withdrawInviteCall, ({ caller, params }) => takeInviteBack(caller, params.id)),
  serve(inviteStaffCall, async ({ caller, body }) => {
    if (givesKeys(body.role)) assertOwnerHere(caller)

    return inviteStaff(caller.staff, { ...body, locale: toStaffLocale(await privateLocale()) })
  }),
  serve(setFactorRuleCall, async ({ caller, body }) => {
    assertOwnerHere(caller)
    await setFactorRule(caller.staff, { rule: body.secondFactor, seen: body.seen })
  }),
])

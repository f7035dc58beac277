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
import { answering, serve } from '#lib/core/http/route.ts'
import { toStaffLocale } from '#lib/core/i18n/config.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(removeStaffFactorsCall, async ({ caller, params, body }) => {
    requirePermission(caller.staff, 'staff.manage')
    assertFreshProof(caller)
    await removeStaffFactors(caller.staff, { staffId: params.id, reason: body.reason })
  }),
  serve(changeStaffRoleCall, ({ caller, params, body }) => changeRole(caller, { staffId: params.id, role: body.role })),
  serve(endStaffSessionsCall, ({ caller, params }) => endStaffSessions(caller, params.id)),
  serve(setStaffStateCall, async ({ caller, params, body }) => {
    const change = body.state === 'disabled' ? disableStaff : enableStaff
    await change(caller, params.id)
  }),
  serve(withdrawInviteCall, ({ caller, params }) => takeInviteBack(caller, params.id)),
  serve(inviteStaffCall, async ({ caller, body }) =>
    inviteStaff(caller, { ...body, locale: toStaffLocale(await privateLocale()) }),
  ),
  serve(setFactorRuleCall, ({ caller, body }) => setFactorRule(caller, { rule: body.secondFactor, seen: body.seen })),
])

import type { FactorRule } from '#lib/auth/rules/staff-account.ts'
import type {
  changeMyPasswordCall,
  changeStaffRoleCall,
  endMyOtherSessionsCall,
  endMySessionCall,
  endStaffSessionsCall,
  inviteStaffCall,
  removeStaffFactorsCall,
  renameMyselfCall,
  setFactorRuleCall,
  setStaffStateCall,
} from '#lib/auth/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'

/** Gives oneself another name. */
export function rename(name: string) {
  return call<typeof renameMyselfCall>('PATCH /api/staff/profile', { body: { name } })
}

/** Changes the own password. Every other session ends. */
export function changePassword(current: string, password: string) {
  return call<typeof changeMyPasswordCall>('POST /api/staff/password', { body: { current, password } })
}

/** Ends one of the own sessions. */
export function endSession(id: string) {
  return call<typeof endMySessionCall>('DELETE /api/staff/sessions/[id]', { params: { id } })
}

/** Ends all the own sessions but this one. Returns how many. */
export async function endOtherSessions(): Promise<number> {
  return (await call<typeof endMyOtherSessionsCall>('DELETE /api/staff/sessions')).ended
}

/** Asks somebody to join. Returns the link to hand over. */
export async function inviteStaff(email: string, role: StaffRole): Promise<string> {
  const body = { email, role }

  return (await call<typeof inviteStaffCall>('POST /api/admin/staff/invites', { body })).url
}

/** Gives somebody another role. */
export function changeRole(staffId: string, role: StaffRole) {
  return call<typeof changeStaffRoleCall>('PATCH /api/admin/staff/[id]/role', {
    params: { id: staffId },
    body: { role },
  })
}

/** Shuts somebody out, or lets them in again. */
export function setState(staffId: string, state: 'enabled' | 'disabled') {
  return call<typeof setStaffStateCall>('PATCH /api/admin/staff/[id]/state', {
    params: { id: staffId },
    body: { state },
  })
}

/** Ends every session of somebody. */
export function endStaffSessions(staffId: string) {
  return call<typeof endStaffSessionsCall>('DELETE /api/admin/staff/[id]/sessions', { params: { id: staffId } })
}

/** Takes the second factors of somebody away. */
export function removeFactors(staffId: string, reason: string) {
  return call<typeof removeStaffFactorsCall>('DELETE /api/admin/staff/[id]/factors', {
    params: { id: staffId },
    body: { reason },
  })
}

/** Sets of whom a second factor is required; `seen` is the rule that the page showed. */
export function setFactorRule(change: { secondFactor: FactorRule; seen: FactorRule }) {
  return call<typeof setFactorRuleCall>('POST /api/admin/staff/rules', { body: change })
}

import type { FactorRule } from '#lib/auth/rules/staff-account.ts'
import { ask } from '#lib/core/client/ask.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'

/** Gives oneself another name. */
export function rename(name: string): Promise<void> {
  return ask('/api/staff/profile', { method: 'PATCH', body: { name } })
}

/** Changes the own password. Every other session ends. */
export function changePassword(current: string, password: string): Promise<void> {
  return ask('/api/staff/password', { method: 'POST', body: { current, password } })
}

/** Ends one of the own sessions. */
export function endSession(id: string): Promise<void> {
  return ask(`/api/staff/sessions/${id}`, { method: 'DELETE', body: {} })
}

/** Ends all the own sessions but this one. Returns how many. */
export async function endOtherSessions(): Promise<number> {
  return (await ask<{ ended: number }>('/api/staff/sessions', { method: 'DELETE', body: {} })).ended
}

/** Asks somebody to join. Returns the link to hand over. */
export async function inviteStaff(email: string, role: StaffRole): Promise<string> {
  const body = { email, role }

  return (await ask<{ url: string }>('/api/admin/staff/invites', { method: 'POST', body })).url
}

/** Takes an invitation back. */
export function takeInviteBack(id: string): Promise<void> {
  return ask(`/api/admin/staff/invites/${id}`, { method: 'DELETE', body: {} })
}

/** Gives somebody another role. */
export function changeRole(staffId: string, role: StaffRole): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/role`, { method: 'PATCH', body: { role } })
}

/** Shuts somebody out, or lets them in again. */
export function setState(staffId: string, state: 'enabled' | 'disabled'): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/state`, { method: 'PATCH', body: { state } })
}

/** Ends every session of somebody. */
export function endStaffSessions(staffId: string): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/sessions`, { method: 'DELETE', body: {} })
}

/** Takes the second factors of somebody away. */
export function removeFactors(staffId: string, reason: string): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/factors`, { method: 'DELETE', body: { reason } })
}

/** Sets of whom a second factor is required; `seen` is the rule that the page showed. */
export function setFactorRule(change: { secondFactor: FactorRule; seen: FactorRule }): Promise<void> {
  return ask('/api/admin/staff/rules', { method: 'POST', body: change })
}

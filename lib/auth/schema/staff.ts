import { z } from 'zod'
import { FACTOR_RULES } from '#lib/auth/rules/staff-account.ts'
import { STAFF_ROLES } from '#lib/core/rules/caller.ts'
import { defineCall } from '#lib/core/rules/contract.ts'

export const inviteStaffCall = defineCall('POST /api/admin/staff/invites', {
  summary: 'Asks somebody to join. Answers the link to hand over; a mail carries one of its own.',
  caller: 'staff',
  permission: 'staff.manage',
  body: z.strictObject({ email: z.email().max(254).trim().toLowerCase(), role: z.enum(STAFF_ROLES) }),
  reply: z.object({ inviteId: z.string(), url: z.string() }),
})

export const withdrawInviteCall = defineCall('DELETE /api/admin/staff/invites/[id]', {
  summary: 'Takes an invitation back.',
  caller: 'staff',
  permission: 'staff.manage',
})

export const setFactorRuleCall = defineCall('POST /api/admin/staff/rules', {
  summary: 'Of whom a second factor is required.',
  caller: 'staff',
  permission: 'staff.manage',
  body: z.strictObject({ secondFactor: z.enum(FACTOR_RULES), seen: z.enum(FACTOR_RULES) }),
})

export const removeStaffFactorsCall = defineCall('DELETE /api/admin/staff/[id]/factors', {
  summary: 'Takes the second factors of somebody away who lost theirs, with a reason.',
  caller: 'account',
  permission: 'staff.manage',
  body: z.strictObject({ reason: z.string().trim().min(3).max(200) }),
})

export const changeStaffRoleCall = defineCall('PATCH /api/admin/staff/[id]/role', {
  summary: "Another role. The person's sessions end at once.",
  caller: 'staff',
  permission: 'staff.manage',
  body: z.strictObject({ role: z.enum(STAFF_ROLES) }),
})

export const endStaffSessionsCall = defineCall('DELETE /api/admin/staff/[id]/sessions', {
  summary: 'Ends every session of somebody.',
  caller: 'staff',
  permission: 'staff.manage',
})

export const setStaffStateCall = defineCall('PATCH /api/admin/staff/[id]/state', {
  summary: 'Shuts somebody out, or lets them in again.',
  caller: 'staff',
  permission: 'staff.manage',
  body: z.strictObject({ state: z.enum(['enabled', 'disabled']) }),
})

export const removeCustomerFactorsCall = defineCall('DELETE /api/admin/customers/[id]/factors', {
  summary: 'Takes the second step of a customer away who has lost it, with a reason.',
  caller: 'account',
  permission: 'customers.lift_factors',
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
})

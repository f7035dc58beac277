import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'

const typed = z.string().max(1024)

export const setCustomerPasswordCall = defineCall('POST /api/account/password', {
  summary: 'A first or another password for the customer. Every other session ends.',
  caller: 'customer',
  limit: 'signIn',
  body: z.strictObject({ current: typed, password: typed }),
})

export const removeCustomerPasswordCall = defineCall('DELETE /api/account/password', {
  summary: 'No password any more; a mailed link signs in.',
  caller: 'customer',
  limit: 'signIn',
  body: z.strictObject({ current: typed }),
})

export const reauthenticateCustomerCall = defineCall('POST /api/account/prove', {
  summary:
    'The password again, for what an unlocked screen alone must not allow. The session goes on under a new cookie.',
  caller: 'customer',
  limit: 'signIn',
  body: z.strictObject({ password: z.string().max(1024) }),
})

export const signOutCustomerCall = defineCall('DELETE /api/account/session', {
  summary: 'Signs the customer out in this browser.',
  caller: 'customer',
})

export const endCustomerSessionCall = defineCall('DELETE /api/account/sessions/[id]', {
  summary: 'Ends one session of the customer.',
  caller: 'customer',
})

export const endCustomerSessionsCall = defineCall('DELETE /api/account/sessions', {
  summary: 'Signs the customer out everywhere, here too.',
  caller: 'customer',
})

export const renameMyselfCall = defineCall('PATCH /api/staff/profile', {
  summary: 'Another name for the caller.',
  caller: 'account',
  body: z.strictObject({ name: z.string().trim().min(1).max(80) }),
})

export const changeMyPasswordCall = defineCall('POST /api/staff/password', {
  summary: 'A new password for the caller. Every other session ends; this one gets a new cookie.',
  caller: 'account',
  limit: 'signIn',
  body: z.strictObject({ current: z.string().max(1024), password: z.string().max(1024) }),
})

export const reauthenticateStaffCall = defineCall('POST /api/staff/prove', {
  summary:
    'The password again, for what an unlocked screen alone must not allow. Good for ten minutes; the session goes on under a new cookie.',
  caller: 'account',
  limit: 'signIn',
  body: z.strictObject({ password: z.string().max(1024) }),
})

export const endMySessionCall = defineCall('DELETE /api/staff/sessions/[id]', {
  summary: 'Ends one session of the caller.',
  caller: 'account',
})

export const endMyOtherSessionsCall = defineCall('DELETE /api/staff/sessions', {
  summary: 'Ends every session of the caller but the one in hand.',
  caller: 'account',
  reply: z.object({ ended: z.int() }),
})

import { z } from 'zod'
import { FACTOR_RULES } from '#lib/auth/rules/staff-account.ts'
import { STAFF_ROLES } from '#lib/core/rules/caller.ts'
import type { AnswerOf } from '#lib/core/rules/contract.ts'
import { defineCall } from '#lib/core/rules/contract.ts'

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(16_384)
const attachment = z.enum(['platform', 'cross-platform']).optional()
const frame = {
  id: base64url.min(1).max(1024),
  rawId: base64url.min(1).max(1024),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.record(z.string().max(64), z.unknown()),
}

// Browsers put more into an answer from time to time; what is not read here is dropped.
const signedSchema = z.object({
  ...frame,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const madeSchema = z.object({
  ...frame,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** What a browser sends when a passkey has signed our question. */
export const signedPasskey = z.strictObject({
  response: signedSchema,
})

/** What a browser sends when it has made a passkey, with the name its owner gave it. */
export const madePasskey = z.strictObject({
  response: madeSchema,
  name: z.string().trim().min(1).max(60),
})

/** The question to a browser, as the library words it. */
const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

/** Who has come in, which says where to go. */
const cameIn = z.object({ to: z.enum(['staff', 'customer']) })

export const requestSignInLinkCall = defineCall('POST /api/account/link', {
  summary: 'Mails a link that signs in. The answer is the same whether the address is known.',
  caller: 'any',
  limit: 'signInLink',
  body: z.strictObject({ email: z.email().max(254).trim().toLowerCase() }),
})

export const signInByLinkCall = defineCall('POST /api/account/sessions', {
  summary: 'Signs the bearer of a mailed link in.',
  caller: 'any',
  limit: 'links',
  body: z.strictObject({ token: z.string().min(20).max(100) }),
})

export const passCustomerStepCall = defineCall('POST /api/account/second-step', {
  summary: 'A code of the authenticator app, or a recovery code. Gives a whole session.',
  caller: 'half_customer',
  limit: 'signIn',
  body: z.strictObject({ code: z.string().min(1).max(40) }),
})

export const passCustomerStepByPasskeyCall = defineCall('POST /api/account/second-step/passkey', {
  summary: 'Passes the second step with a passkey. Gives a whole session.',
  caller: 'half_customer',
  limit: 'signIn',
  body: signedPasskey,
})

export const leaveCustomerStepCall = defineCall('DELETE /api/account/second-step', {
  summary: 'Goes back to the door.',
  caller: 'half_customer',
})

export const passStaffStepCall = defineCall('POST /api/staff/second-step', {
  summary: 'A code of the authenticator app, or a recovery code. Gives a whole session.',
  caller: 'half',
  limit: 'signIn',
  body: z.strictObject({ code: z.string().min(1).max(40) }),
})

export const passStaffStepByPasskeyCall = defineCall('POST /api/staff/second-step/passkey', {
  summary: 'Passes the second step with a passkey. Gives a whole session.',
  caller: 'half',
  limit: 'signIn',
  body: signedPasskey,
})

export const signInByPasswordCall = defineCall('POST /api/sign-in', {
  summary: 'Signs staff or a customer in by password. What it refuses tells nobody which address is known.',
  caller: 'any',
  limit: 'signIn',
  body: z.strictObject({ email: z.string().max(254), password: z.string().max(1024) }),
  reply: cameIn,
})

export const getPasskeyOptionsCall = defineCall('POST /api/sign-in/passkey/options', {
  summary: 'What a browser needs to sign in with a passkey alone.',
  caller: 'any',
  limit: 'signIn',
  reply: passkeyOptions,
})

export const signInWithPasskeyCall = defineCall('POST /api/sign-in/passkey', {
  summary: 'Signs staff or a customer in with a passkey alone, which is both steps at once.',
  caller: 'any',
  limit: 'signIn',
  body: signedPasskey,
  reply: cameIn,
})

export const requestResetCall = defineCall('POST /api/sign-in/reset', {
  summary: 'Mails a link for a new password. The answer is the same whether anybody has the address.',
  caller: 'any',
  limit: 'reset',
  body: z.strictObject({ email: z.email().max(254).trim().toLowerCase() }),
})

export const completeResetCall = defineCall('POST /api/sign-in/reset/complete', {
  summary: 'A new password for the bearer of a link. Signing in is the next request.',
  caller: 'any',
  limit: 'setup',
  body: z.strictObject({ token: z.string().min(20).max(100), password: z.string().max(1024) }),
})

export const setUpOwnerCall = defineCall('POST /api/setup', {
  summary: 'Spends an owner link and makes its bearer an owner. Signing in is the next request.',
  caller: 'any',
  limit: 'setup',
  body: z.strictObject({
    token: z.string().min(20).max(100),
    name: z.string().trim().min(1).max(80),
    email: z.email().max(254).trim().toLowerCase(),
    password: z.string().max(1024),
  }),
})

export const acceptInviteCall = defineCall('POST /api/staff/invite', {
  summary: 'Makes the bearer of an invitation a member of staff. Signing in is the next request.',
  caller: 'any',
  limit: 'setup',
  body: z.strictObject({
    token: z.string().min(20).max(100),
    name: z.string().trim().min(1).max(80),
    password: z.string().max(1024),
  }),
  reply: z.object({ email: z.string() }),
})

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

// Second factors of staff and of customers are one thing: what differs is who may come to the address.
const codes = z.object({ recoveryCodes: z.array(z.string()) })

const beginApp = {
  summary: 'A secret for an authenticator app. Nothing is stored before its first code comes.',
  reply: z.object({ secret: z.string(), uri: z.string(), ticket: z.string() }),
}
export const beginStaffAppCall = defineCall('POST /api/staff/totp/begin', { ...beginApp, caller: 'enrolling' })
export const beginCustomerAppCall = defineCall('POST /api/account/totp/begin', { ...beginApp, caller: 'customer' })

const addApp = {
  summary: 'Adds the authenticator app of a ticket, by its first code. Recovery codes come with a first factor.',
  limit: 'signIn',
  body: z.strictObject({ ticket: z.string().max(1024), code: z.string().max(16) }),
  reply: codes,
} as const
export const addStaffAppCall = defineCall('POST /api/staff/totp', { ...addApp, caller: 'enrolling' })
export const addCustomerAppCall = defineCall('POST /api/account/totp', { ...addApp, caller: 'customer' })

const removeApp = { summary: "Takes the caller's authenticator app away." }
export const removeStaffAppCall = defineCall('DELETE /api/staff/totp', { ...removeApp, caller: 'account' })
export const removeCustomerAppCall = defineCall('DELETE /api/account/totp', { ...removeApp, caller: 'customer' })

const beginPasskey = { summary: 'What a browser needs to make a passkey for the caller.', reply: passkeyOptions }
export const beginStaffPasskeyCall = defineCall('POST /api/staff/passkeys/options', {
  ...beginPasskey,
  caller: 'enrolling',
})
export const beginCustomerPasskeyCall = defineCall('POST /api/account/passkeys/options', {
  ...beginPasskey,
  caller: 'customer',
})

const addPasskey = {
  summary: 'Stores the passkey that a browser has made. Recovery codes come with a first factor.',
  body: madePasskey,
  reply: codes,
}
export const addStaffPasskeyCall = defineCall('POST /api/staff/passkeys', { ...addPasskey, caller: 'enrolling' })
export const addCustomerPasskeyCall = defineCall('POST /api/account/passkeys', { ...addPasskey, caller: 'customer' })

const removePasskey = { summary: 'Takes a passkey of the caller away.', params: z.object({ id: z.string().max(1024) }) }
export const removeStaffPasskeyCall = defineCall('DELETE /api/staff/passkeys/[id]', {
  ...removePasskey,
  caller: 'account',
})
export const removeCustomerPasskeyCall = defineCall('DELETE /api/account/passkeys/[id]', {
  ...removePasskey,
  caller: 'customer',
})

const remakeCodes = {
  summary: 'New recovery codes for the caller, shown this once. The former ones stop working.',
  reply: codes,
}
export const remakeStaffCodesCall = defineCall('POST /api/staff/recovery-codes', { ...remakeCodes, caller: 'account' })
export const remakeCustomerCodesCall = defineCall('POST /api/account/recovery-codes', {
  ...remakeCodes,
  caller: 'customer',
})

const stepOptions = {
  summary: 'What a browser needs to pass the second step with a passkey.',
  limit: 'signIn',
  reply: passkeyOptions,
} as const
export const beginStaffStepCall = defineCall('POST /api/staff/second-step/options', { ...stepOptions, caller: 'half' })
export const beginCustomerStepCall = defineCall('POST /api/account/second-step/options', {
  ...stepOptions,
  caller: 'half_customer',
})

export const inviteStaffCall = defineCall('POST /api/admin/staff/invites', {
  summary: 'Asks somebody to join. Answers the link to hand over; a mail carries one of its own.',
  caller: 'account',
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
  caller: 'account',
  permission: 'staff.manage',
  body: z.strictObject({ secondFactor: z.enum(FACTOR_RULES), seen: z.enum(FACTOR_RULES) }),
})

export const removeStaffFactorsCall = defineCall('DELETE /api/admin/staff/[id]/factors', {
  summary: 'Takes the second factors of somebody away who lost theirs, with a reason.',
  caller: 'account',
  permission: 'staff.manage',
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
})

export const changeStaffRoleCall = defineCall('PATCH /api/admin/staff/[id]/role', {
  summary: "Another role. The person's sessions end at once.",
  caller: 'account',
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
  caller: 'account',
  permission: 'staff.manage',
  body: z.strictObject({ state: z.enum(['enabled', 'disabled']) }),
})

export const removeCustomerFactorsCall = defineCall('DELETE /api/admin/customers/[id]/factors', {
  summary: 'Takes the second step of a customer away who has lost it, with a reason.',
  caller: 'account',
  permission: 'customers.lift_factors',
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
})

/** What the address of the list of people says. Whatever cannot be read is left out, never an error. */
export const staffFilterSchema = z.object({ q: z.string().trim().max(254).catch('') })
export type StaffFilter = z.output<typeof staffFilterSchema>

/**
 * An authenticator app that is being set up: the secret and the address for its QR code, and a ticket that brings the
 * secret back with the first code. Nothing is stored until then.
 */
export type NewApp = AnswerOf<typeof beginStaffAppCall>

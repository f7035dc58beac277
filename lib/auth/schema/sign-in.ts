import { z } from 'zod'
import { passkeyOptions, signedPasskey } from '#lib/auth/schema/passkeys.ts'
import { defineCall } from '#lib/core/rules/contract.ts'

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

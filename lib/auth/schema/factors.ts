import { z } from 'zod'
import { madePasskey, passkeyOptions } from '#lib/auth/schema/passkeys.ts'
import { defineCall } from '#lib/core/rules/contract.ts'

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

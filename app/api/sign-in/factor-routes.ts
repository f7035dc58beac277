import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import {
  addApp,
  addNewPasskey,
  assertMayAdd,
  passkeyToAdd,
  remakeRecoveryCodes,
  removeApp,
  removePasskey,
} from '#lib/auth/add-factor.ts'
import { ownerOf } from '#lib/auth/factor-owner.ts'
import { newApp } from '#lib/auth/factors.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import type * as factors from '#lib/auth/schema.ts'
import { placeOf } from '#lib/auth/staff-cookie.ts'
import { serve } from '#lib/core/http/route.ts'
import { getStore } from '#lib/settings/queries/store-details.ts'

// Second factors of staff and of customers are one thing: what differs is who may come to the address.
type Factors = typeof factors

export const beginApp = (contract: Factors['beginStaffAppCall'] | Factors['beginCustomerAppCall']) =>
  serve(contract, async ({ caller }) => {
    assertMayAdd(caller)
    const { id, email } = ownerOf(caller)

    return newApp({ id, email, store: (await getStore()).name })
  })

export const confirmApp = (contract: Factors['addStaffAppCall'] | Factors['addCustomerAppCall']) =>
  serve(contract, async ({ caller, body, request }) => {
    const { recoveryCodes, begun } = await addApp(caller, body, placeOf(request.headers))

    return replyWithSession({ recoveryCodes }, begun)
  })

export const takeApp = (contract: Factors['removeStaffAppCall'] | Factors['removeCustomerAppCall']) =>
  serve(contract, ({ caller }) => removeApp(caller))

export const beginPasskey = (contract: Factors['beginStaffPasskeyCall'] | Factors['beginCustomerPasskeyCall']) =>
  serve(contract, async ({ caller }) => ({ options: { ...(await passkeyToAdd(caller)) } }))

export const confirmPasskey = (contract: Factors['addStaffPasskeyCall'] | Factors['addCustomerPasskeyCall']) =>
  serve(contract, async ({ caller, body, request }) => {
    const { recoveryCodes, begun } = await addNewPasskey(caller, body, placeOf(request.headers))

    return replyWithSession({ recoveryCodes }, begun)
  })

export const takePasskey = (contract: Factors['removeStaffPasskeyCall'] | Factors['removeCustomerPasskeyCall']) =>
  serve(contract, ({ caller, params }) => removePasskey(caller, params.id))

export const remakeCodes = (contract: Factors['remakeStaffCodesCall'] | Factors['remakeCustomerCodesCall']) =>
  serve(contract, async ({ caller }) => ({ recoveryCodes: await remakeRecoveryCodes(caller) }))

export const beginStep = (contract: Factors['beginStaffStepCall'] | Factors['beginCustomerStepCall']) =>
  serve(contract, async ({ caller }) => ({ options: { ...(await passkeyToProve(ownerOf(caller).holder)) } }))

import {
  addApp,
  addNewPasskey,
  assertMayAdd,
  passkeyToAdd,
  remakeRecoveryCodes,
  removeApp,
  removePasskey,
} from '#lib/auth/add-factor.ts'
import { accountCookie, endedAccountCookie } from '#lib/auth/customer-session.ts'
import { ownerOf } from '#lib/auth/factor-owner.ts'
import { newApp } from '#lib/auth/factors.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import type * as factors from '#lib/auth/schema.ts'
import { type BegunSession, deviceCookie } from '#lib/auth/sign-in.ts'
import type { SignedIn } from '#lib/auth/sign-in-ways.ts'
import { placeOf, staffCookie } from '#lib/auth/staff-cookie.ts'
import { serve, toReply } from '#lib/core/http/route.ts'
import { getStore } from '#lib/settings/queries/store-details.ts'

/** An answer that makes the browser the holder of a session which has just begun; `null` begins none. */
export async function replyWithSession(data: unknown, begun: BegunSession | null): Promise<Response> {
  const reply = toReply(data)
  if (begun) reply.headers.append('set-cookie', await staffCookie(begun))
  if (begun?.isWhole) reply.headers.append('set-cookie', deviceCookie(begun.email))

  return reply
}

/** An answer that makes the browser the holder of a customer's session, and a known device of an address it has proved. */
export function replyWithCustomer(data: unknown, token: string, email: string | null): Response {
  const reply = toReply(data)
  reply.headers.append('set-cookie', accountCookie(token))
  if (email !== null) reply.headers.append('set-cookie', deviceCookie(email))

  return reply
}

/** The answer to whoever has signed in, staff or customer: it tells the page where to go. */
export function replySignedIn(signedIn: SignedIn, email: string | null): Promise<Response> | Response {
  const { kind: to } = signedIn

  return to === 'staff' ? replyWithSession({ to }, signedIn.begun) : replyWithCustomer({ to }, signedIn.token, email)
}

/** An answer that takes the session out of the browser. eSIM pages that somebody chose to keep on the device stay. */
export function toSignedOut(): Response {
  const reply = toReply({})
  reply.headers.append('set-cookie', endedAccountCookie())
  reply.headers.set('clear-site-data', '"cache"')

  return reply
}

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

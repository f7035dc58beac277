import { z } from 'zod'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { addApp, assertMayAdd } from '#lib/auth/add-factor.ts'
import type { Callers } from '#lib/auth/caller.ts'
import { ownerOf } from '#lib/auth/factor-owner.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { addNewPasskey, passkeyToAdd } from '#lib/auth/passkeys.ts'
import { remakeRecoveryCodes, removeApp, removePasskey } from '#lib/auth/remove-factor.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { newApp } from '#lib/auth/totp.ts'
import { mutation } from '#lib/core/http/route.ts'
import { getStore } from '#lib/settings/queries/store-facts.ts'
import { madeBody, optionsReply } from './passkey-body.ts'

// Second factors of staff and of customers are one thing: what differs is who may come to the address.
type Owner = keyof Pick<Callers, 'account' | 'customer'>
type Adding = keyof Pick<Callers, 'enrolling' | 'customer'>
type Half = keyof Pick<Callers, 'half' | 'half_customer'>

const nothing = { params: z.object({}), body: z.strictObject({}) }
const codesReply = z.object({ recoveryCodes: z.array(z.string()) })

/** A secret for an authenticator app. Nothing is stored before its first code comes. */
export const beginAppFor = (caller: Adding) =>
  mutation(
    { caller, ...nothing, reply: z.object({ secret: z.string(), uri: z.string(), ticket: z.string() }) },
    async ({ caller }) => {
      assertMayAdd(caller)
      const { id, email } = ownerOf(caller)

      return newApp({ id, email, store: (await getStore()).name })
    },
  )

/** Adds the authenticator app of a ticket, by its first code. Recovery codes come with a first factor. */
export const addAppFor = (caller: Adding) =>
  mutation(
    {
      caller,
      limit: 'signIn',
      params: z.object({}),
      body: z.strictObject({ ticket: z.string().max(1024), code: z.string().max(16) }),
      reply: codesReply,
    },
    async ({ caller, body, request }) => {
      const { recoveryCodes, begun } = await addApp(caller, body, placeOf(request.headers))

      return replyWithSession({ recoveryCodes }, begun)
    },
  )

/** Takes the caller's authenticator app away. */
export const removeAppOf = (caller: Owner) =>
  mutation({ caller, ...nothing, reply: z.object({}) }, async ({ caller }) => {
    await removeApp(caller)

    return {}
  })

/** What a browser needs to make a passkey for the caller. */
export const passkeyOptionsFor = (caller: Adding) =>
  mutation({ caller, ...nothing, reply: optionsReply }, async ({ caller }) => ({
    options: { ...(await passkeyToAdd(caller)) },
  }))

/** Stores the passkey that a browser has made. Recovery codes come with a first factor. */
export const addPasskeyFor = (caller: Adding) =>
  mutation({ caller, params: z.object({}), body: madeBody, reply: codesReply }, async ({ caller, body, request }) => {
    const { recoveryCodes, begun } = await addNewPasskey(caller, body, placeOf(request.headers))

    return replyWithSession({ recoveryCodes }, begun)
  })

/** Takes a passkey of the caller away. */
export const removePasskeyOf = (caller: Owner) =>
  mutation(
    { caller, params: z.object({ id: z.string().max(1024) }), body: z.strictObject({}), reply: z.object({}) },
    async ({ caller, params }) => {
      await removePasskey(caller, params.id)

      return {}
    },
  )

/** New codes for the caller, shown this once. The former ones stop working. */
export const remakeCodesOf = (caller: Owner) =>
  mutation({ caller, ...nothing, reply: codesReply }, async ({ caller }) => ({
    recoveryCodes: await remakeRecoveryCodes(caller),
  }))

/** What a browser needs to pass the second step with a passkey. */
export const stepOptionsFor = (caller: Half) =>
  mutation({ caller, limit: 'signIn', ...nothing, reply: optionsReply }, async ({ caller }) => ({
    options: { ...(await passkeyToProve(ownerOf(caller).holder)) },
  }))

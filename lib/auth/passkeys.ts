import 'server-only'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { addToken, spendToken, type TokenPurpose } from '#lib/db/once-tokens.ts'
import { readShopSettings } from '#lib/db/shop-settings.ts'
import { addPasskey, findPasskey, listPasskeys, notePasskeyUse } from '#lib/db/staff-factors.ts'
import type { SessionPlace } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { env } from '#lib/env.ts'
import { type AddedFactor, addFactor, assertMayAdd } from './add-factor.ts'
import type { Callers } from './caller.ts'

/** What a browser sends when a passkey has signed our question, or was made. */
export type SignedAnswer = AuthenticationResponseJSON
export type MadeAnswer = RegistrationResponseJSON

const CHALLENGE_MINUTES = 5

/** Tells whether passkeys can work at this address: browsers bind them to a name, never to a number. */
export function passkeysWork(): boolean {
  const { hostname, protocol } = new URL(env.PUBLIC_URL)
  const isName = !/^[\d.]+$|:/.test(hostname)

  return isName && (protocol === 'https:' || hostname === 'localhost')
}

/** What a browser needs to make a passkey for the caller. Throws `forbidden` when the last proof is too old. */
export async function passkeyToAdd(caller: Callers['enrolling']): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertMayAdd(caller)
  const { staffId, email, name } = caller.staff
  const known = await listPasskeys(staffId)
  const options = await generateRegistrationOptions({
    rpName: (await readShopSettings()).name,
    rpID: new URL(env.PUBLIC_URL).hostname,
    userID: new TextEncoder().encode(staffId),
    userName: email,
    userDisplayName: name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // It must be able to stand alone: found without a name, opened by a finger, face or PIN.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await keepChallenge('passkey_add', staffId, options.challenge)

  return options
}

/** Stores the passkey that a browser has made. Throws `bad_input` when it does not answer our question. */
export async function addNewPasskey(
  caller: Callers['enrolling'],
  made: { response: RegistrationResponseJSON; name: string },
  place: SessionPlace,
): Promise<AddedFactor> {
  assertMayAdd(caller)
  const { staffId } = caller.staff
  const result = await verifyRegistrationResponse({
    response: made.response,
    expectedChallenge: async (challenge) => (await spendToken('passkey_add', challenge)) === staffId,
    ...here(),
  }).catch(() => null)
  if (!result?.verified) throw refusal()
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  const key = { id, staffId, publicKey: new Uint8Array(publicKey), counter, transports, name: made.name }
  const save = async (tx: Parameters<typeof addPasskey>[1]) => {
    if (!(await addPasskey(key, tx))) throw new AppError('conflict', 'This passkey is known already.')
  }

  return addFactor(caller, { kind: 'passkey', save }, place)
}

/** What a browser needs to sign with a passkey: one of the person at the second step, or any that it holds for us. */
export async function passkeyToProve(staffId: string | null): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = staffId ? await listPasskeys(staffId) : []
  const options = await generateAuthenticationOptions({
    rpID: new URL(env.PUBLIC_URL).hostname,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'required',
  })
  await keepChallenge(staffId ? 'passkey_second' : 'passkey_sign_in', staffId ?? 'anybody', options.challenge)

  return options
}

/**
 * Returns whose passkey has signed our question; `null` when none of ours did, or a copy of one. For `staffId` only the
 * passkeys of that person count.
 */
export async function provePasskey(
  staffId: string | null,
  response: AuthenticationResponseJSON,
): Promise<string | null> {
  const key = await findPasskey(response.id)
  if (!key || (staffId !== null && key.staffId !== staffId)) return null
  const purpose = staffId ? 'passkey_second' : 'passkey_sign_in'
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (challenge) => (await spendToken(purpose, challenge)) === (staffId ?? 'anybody'),
    credential: { id: key.id, publicKey: key.publicKey, counter: key.counter },
    ...here(),
  }).catch(() => null)
  if (!result?.verified) return null

  return (await notePasskeyUse(key.id, result.authenticationInfo.newCounter)) ? key.staffId : null
}

function here() {
  const { origin, hostname } = new URL(env.PUBLIC_URL)

  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
}

async function keepChallenge(purpose: TokenPurpose, subject: string, token: string): Promise<void> {
  if (!passkeysWork()) throw new AppError('conflict', 'Passkeys need a name and a protected connection.')
  await addToken({ purpose, subject, minutes: CHALLENGE_MINUTES, token })
}

function refusal(): AppError {
  return new AppError('bad_input', 'The passkey did not answer our question.', { fields: ['response'] })
}

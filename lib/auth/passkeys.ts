import 'server-only'
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import { addPasskey, listPasskeys } from '#lib/auth/repository/factors.ts'
import { spendToken } from '#lib/auth/repository/once-tokens.ts'
import type { SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import type { madePasskey } from '#lib/auth/schema/passkeys.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { readShopSettings } from '#lib/settings/repository/shop-settings.ts'
import { type AddedFactor, type Adding, addFactor, assertMayAdd } from './add-factor.ts'
import { ownerOf } from './factor-owner.ts'
import { here, keepChallenge } from './passkey-proof.ts'

/** What a browser sends when a passkey was made. */
type MadePasskey = z.output<typeof madePasskey>

/** What a browser needs to make a passkey for the caller. Throws `forbidden` when the last proof is too old. */
export async function passkeyToAdd(caller: Adding): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertMayAdd(caller)
  const { holder, id: ownerId, email, name } = ownerOf(caller)
  const known = await listPasskeys(holder)
  const options = await generateRegistrationOptions({
    rpName: (await readShopSettings()).name,
    rpID: new URL(env.PUBLIC_URL).hostname,
    userID: new TextEncoder().encode(ownerId),
    userName: email,
    userDisplayName: name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // It must be able to stand alone: found without a name, opened by a finger, face or PIN.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await keepChallenge('passkey_add', ownerId, options.challenge)

  return options
}

/** Stores the passkey that a browser has made. Throws `bad_input` when it does not answer our question. */
export async function addNewPasskey(caller: Adding, made: MadePasskey, place: SessionPlace): Promise<AddedFactor> {
  assertMayAdd(caller)
  const { holder, id: ownerId } = ownerOf(caller)
  const result = await verifyRegistrationResponse({
    response: made.response as unknown as RegistrationResponseJSON,
    expectedChallenge: async (challenge) => (await spendToken('passkey_add', challenge)) === ownerId,
    ...here(),
  }).catch(() => null)
  if (!result?.verified) throw refusal()
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  const key = { id, holder, publicKey: new Uint8Array(publicKey), counter, transports, name: made.name }
  const save = async (tx: Parameters<typeof addPasskey>[1]) => {
    if (!(await addPasskey(key, tx))) throw new AppError('conflict', 'This passkey is known already.')
  }

  return addFactor(caller, { kind: 'passkey', save }, place)
}

function refusal(): AppError {
  return new AppError('bad_input', 'The passkey did not answer our question.', { fields: ['response'] })
}

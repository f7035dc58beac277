import 'server-only'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import { findPasskey, listPasskeys, notePasskeyUse } from '#lib/auth/repository/factors.ts'
import { addToken, spendToken, type TokenPurpose } from '#lib/auth/repository/links.ts'
import { type FactorHolder, holderId } from '#lib/auth/rules/factors.ts'
import type { signedPasskey } from '#lib/auth/schema.ts'
import { env } from '#lib/core/env.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/** What a browser sends when a passkey has signed our question. */
export type SignedAnswer = z.output<typeof signedPasskey>['response']

/** Whose passkey has signed our question. `spend` tells whether it counts, inside the transaction that it opens the door in. */
export type SignedPasskey = { holder: FactorHolder; spend: (tx: Tx) => Promise<boolean> }

const CHALLENGE_MINUTES = 5

/** Tells whether passkeys can work at this address: browsers bind them to a name, never to a number. */
export function passkeysWork(): boolean {
  const { hostname, protocol } = new URL(env.PUBLIC_URL)
  const isName = !/^[\d.]+$|:/.test(hostname)

  return isName && (protocol === 'https:' || hostname === 'localhost')
}

/** What a browser needs to sign with a passkey: one of the person at the second step, or any that it holds for us. */
export async function passkeyToProve(holder: FactorHolder | null): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = holder ? await listPasskeys(holder) : []
  const options = await generateAuthenticationOptions({
    rpID: new URL(env.PUBLIC_URL).hostname,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'required',
  })
  const { purpose, subject } = questionFor(holder)
  await keepChallenge(purpose, subject, options.challenge)

  return options
}

/** Returns the passkey that has signed our question, `null` when none of ours did. For a `holder` only theirs count. */
export async function provePasskey(holder: FactorHolder | null, response: SignedAnswer): Promise<SignedPasskey | null> {
  const key = await findPasskey(response.id)
  if (!key || (holder !== null && holderId(key.holder) !== holderId(holder))) return null
  const { purpose, subject } = questionFor(holder)
  const result = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: async (challenge) => (await spendToken(purpose, challenge)) === subject,
    credential: { id: key.id, publicKey: key.publicKey, counter: key.counter },
    ...here(),
  }).catch(() => null)
  if (!result?.verified) return null
  const { newCounter } = result.authenticationInfo

  return { holder: key.holder, spend: (tx) => notePasskeyUse(key, newCounter, tx) }
}

function questionFor(holder: FactorHolder | null): { purpose: TokenPurpose; subject: string } {
  return holder
    ? { purpose: 'passkey_second', subject: holderId(holder) }
    : { purpose: 'passkey_sign_in', subject: 'anybody' }
}

/** What an answer of a browser must have been made for. */
export function here() {
  const { origin, hostname } = new URL(env.PUBLIC_URL)

  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
}

/** Keeps a question for as long as a browser may take to answer it. Throws `conflict` where passkeys cannot work. */
export async function keepChallenge(purpose: TokenPurpose, subject: string, token: string): Promise<void> {
  if (!passkeysWork()) throw new AppError('conflict', 'Passkeys need a name and a protected connection.')
  await addToken({ purpose, subject, minutes: CHALLENGE_MINUTES, token })
}

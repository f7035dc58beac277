import 'server-only'
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Callers } from '#lib/auth/caller.ts'
import { noteFactor, ownerOf } from '#lib/auth/factor-owner.ts'
import { openTicket, stepOfCode } from '#lib/auth/factors.ts'
import { here, keepChallenge } from '#lib/auth/passkey-proof.ts'
import { isLivingAccountSession } from '#lib/auth/repository/account-sessions.ts'
import {
  addPasskey,
  deletePasskey,
  deleteTotp,
  findFactors,
  listPasskeys,
  lockHolder,
  saveRecoveryCodes,
  saveTotp,
} from '#lib/auth/repository/factors.ts'
import { spendToken } from '#lib/auth/repository/links.ts'
import { findFactorRule } from '#lib/auth/repository/staff.ts'
import { findLivingSession, type SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { assertFreshProof, newRecoveryCodes } from '#lib/auth/rules/factors.ts'
import { type Factors, hasFactor, requiresFactor } from '#lib/auth/rules/staff-account.ts'
import type { madePasskey } from '#lib/auth/schema.ts'
import { finishSecondStep } from '#lib/auth/second-step.ts'
import type { BegunSession } from '#lib/auth/sign-in.ts'
import { env } from '#lib/core/env.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AccountChange } from '#lib/mail/rules/mail-kinds.ts'
import { readShopSettings } from '#lib/settings/repository/settings.ts'

/** What adding a factor gives: recovery codes with the first one, and the whole session of whoever had to add it. */
type AddedFactor = { recoveryCodes: string[]; begun: BegunSession | null }

/** Whoever may add a factor. */
type Adding = Callers['enrolling'] | Callers['customer']

/**
 * Adds the authenticator app of a ticket, proved by its first code. A former app stops working.
 *
 * Throws `bad_input` for a wrong code, `gone` for an old ticket, `forbidden` with `reason: 'prove_again'` when the last
 * proof of who they are is too old.
 */
export async function addApp(
  caller: Adding,
  app: { ticket: string; code: string },
  place: SessionPlace,
): Promise<AddedFactor> {
  assertMayAdd(caller)
  const { holder, id } = ownerOf(caller)
  const secret = openTicket(id, app.ticket)
  if (!secret) throw new AppError('gone', 'The ticket is over.')
  const lastStep = stepOfCode(secret, app.code.replaceAll(/\s/g, ''))
  if (lastStep === null) throw new AppError('bad_input', 'The code is wrong.', { fields: ['code'] })

  return addFactor(caller, { kind: 'totp', save: (tx) => saveTotp(holder, { secret, lastStep }, tx) }, place)
}

type NewFactor = { kind: 'totp' | 'passkey'; save: (tx: Tx) => Promise<void> }

/** Stores a second factor, writes it down, and lets in whoever was kept at sign-in for the want of one. */
async function addFactor(caller: Adding, factor: NewFactor, place: SessionPlace): Promise<AddedFactor> {
  const { holder } = ownerOf(caller)

  return transaction(async (tx) => {
    await lockHolder(holder, tx)
    const before = await findFactors(holder, tx)
    if (!(await mayStillAdd(caller, before, tx))) {
      throw new AppError('unauthenticated', 'Nobody is known in this browser.')
    }
    await factor.save(tx)
    const mail = factor.kind === 'totp' ? 'app_added' : 'passkey_added'
    await noteFactor(caller, { act: 'factor_added', after: { factor: factor.kind }, mail }, tx)
    // The first factor brings the codes for the day it is lost.
    const recoveryCodes = hasFactor(before) ? [] : newRecoveryCodes()
    if (recoveryCodes.length > 0) await saveRecoveryCodes(holder, recoveryCodes, tx)
    const begun = caller.kind === 'half' ? await finishSecondStep(caller, factor.kind, place, tx) : null

    return { recoveryCodes, begun }
  })
}

/**
 * Looks again, under the lock: whoever was signed out meanwhile, by a reset or by an owner, adds nothing, and neither does
 * somebody with the password alone once the person has a factor.
 */
async function mayStillAdd(caller: Adding, before: Factors, tx: Tx): Promise<boolean> {
  if (caller.kind === 'customer') return isLivingAccountSession(caller.sessionId, tx)
  if (caller.kind === 'half' && hasFactor(before)) return false

  return (await findLivingSession(caller.sessionId, new Date(), tx)) !== null
}

/** Throws unless the caller may add a factor now: at sign-in the password was just typed, inside it has to be fresh. */
export function assertMayAdd(caller: Adding): void {
  if (caller.kind !== 'half') assertFreshProof(caller)
}

type Owner = Callers['account'] | Callers['customer']

/** Makes new recovery codes; the former ones stop working. Throws `conflict` without a second factor, and `forbidden`. */
export async function remakeRecoveryCodes(caller: Owner): Promise<string[]> {
  assertFreshProof(caller)
  const { holder } = ownerOf(caller)
  const codes = newRecoveryCodes()
  await transaction(async (tx) => {
    await lockHolder(holder, tx)
    if (!hasFactor(await findFactors(holder, tx))) throw new AppError('conflict', 'There is no second factor.')
    await saveRecoveryCodes(holder, codes, tx)
    await noteFactor(caller, { act: 'recovery_codes_made', mail: 'codes_made' }, tx)
  })

  return codes
}

/** Takes the caller's authenticator app away. Throws `conflict` when it is the last factor and one is required. */
export async function removeApp(caller: Owner): Promise<void> {
  await removeFactor(caller, 'app_removed', (tx) => deleteTotp(ownerOf(caller).holder, tx))
}

/** Takes one passkey of the caller away. Throws as `removeApp`. */
export async function removePasskey(caller: Owner, id: string): Promise<void> {
  await removeFactor(caller, 'passkey_removed', (tx) => deletePasskey(ownerOf(caller).holder, id, tx))
}

async function removeFactor(caller: Owner, mail: AccountChange, remove: (tx: Tx) => Promise<boolean>): Promise<void> {
  assertFreshProof(caller)
  const { holder } = ownerOf(caller)
  // The rule is for those who work here: a customer may always do without.
  const isRequired = caller.kind === 'account' && requiresFactor(await findFactorRule(), caller.staff.role)
  await transaction(async (tx) => {
    await lockHolder(holder, tx)
    if (!(await remove(tx))) throw new AppError('not_found', 'There is no such factor.')
    const isLast = !hasFactor(await findFactors(holder, tx))
    if (isLast && isRequired) {
      throw new AppError('conflict', 'A second factor is required.', { reason: 'required' })
    }
    if (isLast) await saveRecoveryCodes(holder, [], tx)
    await noteFactor(caller, { act: 'factor_removed', mail }, tx)
  })
}

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

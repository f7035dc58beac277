import 'server-only'
import { type FactorHolder, holderId } from '#lib/auth/rules/factors.ts'
import type { Factors, PasskeyRow } from '#lib/auth/rules/staff-account.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { encryptValue, openValue } from '#lib/core/repository/encrypted.ts'
import { lockAccount } from './accounts.ts'

/** Where the secret of an authenticator app is sealed to: `id` is that of its holder. */
export const totpPlace = (id: string) => ({ table: 'StaffTotp', id, field: 'secret' })

/** Locks whose factors these are until the transaction ends: changes to them and sign-ins by them wait for one another. */
export async function lockHolder(holder: FactorHolder, tx: Tx): Promise<void> {
  if ('accountId' in holder) await lockAccount(holder.accountId, tx)
  else await tx.$queryRaw`SELECT 1 FROM "Staff" WHERE "id" = ${holder.staffId} FOR UPDATE`
}

/** Counts what somebody has for the second step. */
export async function findFactors(holder: FactorHolder, client: Tx = db()): Promise<Factors> {
  const totp = await client.totp.count({ where: holder })
  const passkeys = await client.passkey.count({ where: holder })
  const recoveryCodes = await client.recoveryCode.count({ where: { ...holder, usedAt: null } })

  return { hasTotp: totp > 0, passkeys, recoveryCodes }
}

/** Reads the secret of the authenticator app, `null` without one. */
export async function findTotpSecret(holder: FactorHolder, client: Tx = db()): Promise<string | null> {
  const row = await client.totp.findUnique({ where: holder, select: { secret: true } })

  return row && openValue(row.secret, totpPlace(holderId(holder)))
}

/** Stores the secret of an authenticator app; the code of `lastStep` has been used. A former app stops working. */
export async function saveTotp(
  holder: FactorHolder,
  totp: { secret: string; lastStep: number },
  tx: Tx,
): Promise<void> {
  const data = { secret: encryptValue(totp.secret, totpPlace(holderId(holder))), lastStep: totp.lastStep }
  await tx.totp.upsert({
    where: holder,
    create: { ...holder, ...data },
    update: { ...data, createdAt: new Date() },
    select: { id: true },
  })
}

/** Uses the code of a time step, in one statement. `false` when that step, or a later one, was used before. */
export async function spendStep(holder: FactorHolder, step: number, tx: Tx): Promise<boolean> {
  const { count } = await tx.totp.updateMany({
    where: { ...holder, lastStep: { lt: step } },
    data: { lastStep: step },
  })

  return count === 1
}

/** Takes the authenticator app away. */
export async function deleteTotp(holder: FactorHolder, tx: Tx): Promise<boolean> {
  const { count } = await tx.totp.deleteMany({ where: holder })

  return count === 1
}

/** Replaces the recovery codes of somebody; none of the former ones works any more. */
export async function saveRecoveryCodes(holder: FactorHolder, codes: string[], tx: Tx): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: holder })
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ ...holder, codeHash: hashToken(code) })) })
}

/** Uses a recovery code, in one statement. `false` when it is none of theirs, or was used. */
export async function spendRecoveryCode(holder: FactorHolder, code: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { ...holder, codeHash: hashToken(code), usedAt: null },
    data: { usedAt: new Date() },
  })

  return count === 1
}

/** Takes every second factor of somebody away. `false` when there was none. */
export async function deleteFactors(holder: FactorHolder, tx: Tx): Promise<boolean> {
  const totp = await tx.totp.deleteMany({ where: holder })
  const passkeys = await tx.passkey.deleteMany({ where: holder })
  await tx.recoveryCode.deleteMany({ where: holder })

  return totp.count + passkeys.count > 0
}

/** A passkey as it signs. `id` is what the authenticator calls it. */
export type StoredPasskey = {
  id: string
  holder: FactorHolder
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/** Stores a passkey. `false` when it is known already, whoever has it. */
export async function addPasskey({ holder, ...key }: StoredPasskey & { name: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.passkey.createMany({ data: [{ ...holder, ...key }], skipDuplicates: true })

  return count === 1
}

/** Reads a passkey by what the authenticator calls it. */
export async function findPasskey(id: string): Promise<StoredPasskey | null> {
  const row = await db().passkey.findUnique({
    where: { id },
    select: { id: true, staffId: true, accountId: true, publicKey: true, counter: true, transports: true },
  })
  if (!row) return null
  const { staffId, accountId, publicKey, counter, ...rest } = row
  // The database holds exactly one of the two.
  const holder = staffId === null ? { accountId: String(accountId) } : { staffId }

  return { ...rest, holder, publicKey: new Uint8Array(publicKey), counter: Number(counter) }
}

/**
 * Notes a use of a passkey. `false` when it was removed meanwhile, or when its counter did not move on: a copy has been at
 * work. Keys without a counter always say 0.
 */
export async function notePasskeyUse(
  { id, holder }: Pick<StoredPasskey, 'id' | 'holder'>,
  counter: number,
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.passkey.updateMany({
    where: { id, ...holder, ...(counter === 0 ? { counter: 0 } : { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: new Date() },
  })

  return count === 1
}

/** Lists the passkeys of somebody, the oldest first. */
export async function listPasskeys(holder: FactorHolder): Promise<(PasskeyRow & { transports: string[] })[]> {
  return db().passkey.findMany({
    where: holder,
    orderBy: { createdAt: 'asc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true, transports: true },
  })
}

/** Takes a passkey away from its holder. `false` when they have none of this id. */
export async function deletePasskey(holder: FactorHolder, id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.passkey.deleteMany({ where: { ...holder, id } })

  return count === 1
}

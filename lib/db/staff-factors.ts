import 'server-only'
import { hashToken } from '#lib/crypto/token.ts'
import type { PasskeyRow, StaffFactors } from '#lib/domain/staff-account.ts'
import { db, type Tx } from './client.ts'
import { openValue, sealValue } from './sealed.ts'

const place = (staffId: string) => ({ table: 'StaffTotp', id: staffId, field: 'secret' })

/** Counts what a member of staff has for the second step. */
export async function findFactors(staffId: string, client: Tx = db()): Promise<StaffFactors> {
  const [totp, passkeys, recoveryCodes] = await Promise.all([
    client.staffTotp.count({ where: { staffId } }),
    client.staffPasskey.count({ where: { staffId } }),
    client.staffRecoveryCode.count({ where: { staffId, usedAt: null } }),
  ])

  return { hasTotp: totp > 0, passkeys, recoveryCodes }
}

/** Reads the secret of the authenticator app, `null` without one. */
export async function findTotpSecret(staffId: string): Promise<string | null> {
  const row = await db().staffTotp.findUnique({ where: { staffId }, select: { secret: true } })

  return row && openValue(row.secret, place(staffId))
}

/** Stores the secret of an authenticator app; the code of `lastStep` has been used. A former app stops working. */
export async function saveTotp(staffId: string, totp: { secret: string; lastStep: number }, tx: Tx): Promise<void> {
  const data = { secret: sealValue(totp.secret, place(staffId)), lastStep: totp.lastStep }
  await tx.staffTotp.upsert({
    where: { staffId },
    create: { staffId, ...data },
    update: { ...data, createdAt: new Date() },
    select: { staffId: true },
  })
}

/** Uses the code of a time step, in one statement. `false` when that step, or a later one, was used before. */
export async function spendStep(staffId: string, step: number): Promise<boolean> {
  const { count } = await db().staffTotp.updateMany({
    where: { staffId, lastStep: { lt: step } },
    data: { lastStep: step },
  })

  return count === 1
}

/** Takes the authenticator app of a member of staff away. */
export async function deleteTotp(staffId: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.staffTotp.deleteMany({ where: { staffId } })

  return count === 1
}

/** Replaces the recovery codes of a member of staff; none of the former ones works any more. */
export async function saveRecoveryCodes(staffId: string, codes: string[], tx: Tx): Promise<void> {
  await tx.staffRecoveryCode.deleteMany({ where: { staffId } })
  await tx.staffRecoveryCode.createMany({ data: codes.map((code) => ({ staffId, codeHash: hashToken(code) })) })
}

/** Uses a recovery code, in one statement. `false` when it is none of theirs, or was used. */
export async function spendRecoveryCode(staffId: string, code: string): Promise<boolean> {
  const { count } = await db().staffRecoveryCode.updateMany({
    where: { staffId, codeHash: hashToken(code), usedAt: null },
    data: { usedAt: new Date() },
  })

  return count === 1
}

/** Takes every second factor of a member of staff away. */
export async function deleteFactors(staffId: string, tx: Tx): Promise<void> {
  await tx.staffTotp.deleteMany({ where: { staffId } })
  await tx.staffPasskey.deleteMany({ where: { staffId } })
  await tx.staffRecoveryCode.deleteMany({ where: { staffId } })
}

/** A passkey as it signs. `id` is what the authenticator calls it. */
export type StoredPasskey = {
  id: string
  staffId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/** Stores a passkey. `false` when it is known already, whoever has it. */
export async function addPasskey(key: StoredPasskey & { name: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.staffPasskey.createMany({ data: [key], skipDuplicates: true })

  return count === 1
}

/** Reads a passkey by what the authenticator calls it. */
export async function findPasskey(id: string): Promise<StoredPasskey | null> {
  const row = await db().staffPasskey.findUnique({
    where: { id },
    select: { id: true, staffId: true, publicKey: true, counter: true, transports: true },
  })

  return row && { ...row, publicKey: new Uint8Array(row.publicKey), counter: Number(row.counter) }
}

/**
 * Notes a use of a passkey. `false` when its counter did not move on: a copy has been at work. Keys without a counter
 * always say 0.
 */
export async function notePasskeyUse(id: string, counter: number): Promise<boolean> {
  const { count } = await db().staffPasskey.updateMany({
    where: { id, ...(counter === 0 ? { counter: 0 } : { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: new Date() },
  })

  return count === 1
}

/** Lists the passkeys of a member of staff, the oldest first. */
export async function listPasskeys(staffId: string): Promise<(PasskeyRow & { transports: string[] })[]> {
  return db().staffPasskey.findMany({
    where: { staffId },
    orderBy: { createdAt: 'asc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true, transports: true },
  })
}

/** Takes a passkey away from a member of staff. `false` when they have none of this id. */
export async function deletePasskey(staffId: string, id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.staffPasskey.deleteMany({ where: { staffId, id } })

  return count === 1
}

import 'server-only'
import { hashToken } from '#lib/core/crypto/token.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId, newToken } from '#lib/core/rules/ids.ts'

/** What a one-time token is for. The link that makes an owner has its own rules. */
export type TokenPurpose =
  | 'staff_invite'
  | 'password_reset'
  | 'passkey_add'
  | 'passkey_second'
  | 'passkey_sign_in'
  | 'account_sign_in'
  | 'account_reset'

type NewToken = { purpose: TokenPurpose; subject: string; minutes: number; token?: string }

/** Makes a token of 256 bits that works once. It exists in the answer, nowhere else. */
export async function addToken(input: NewToken, client: Tx = db()): Promise<string> {
  const { purpose, subject, minutes, token = newToken() } = input
  await client.oneTimeLink.create({
    data: {
      id: newId('lnk'),
      purpose,
      subject,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + minutes * 60_000),
    },
    select: { id: true },
  })

  return token
}

/** Reads what an open token is about, without using it. */
export async function findTokenSubject(purpose: TokenPurpose, token: string): Promise<string | null> {
  const row = await db().oneTimeLink.findFirst({
    where: { tokenHash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: new Date() } },
    select: { subject: true },
  })

  return row?.subject ?? null
}

/** Uses a token, in one statement. Returns what it is about; `null` when it is unknown, over or used. */
export async function spendToken(purpose: TokenPurpose, token: string, client: Tx = db()): Promise<string | null> {
  const [row] = await client.oneTimeLink.updateManyAndReturn({
    where: { tokenHash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: new Date() } },
    data: { usedAt: new Date() },
    select: { subject: true },
  })

  return row?.subject ?? null
}

/** Ends the open tokens of a purpose for a subject. */
export async function endTokens(purpose: TokenPurpose, subject: string, client: Tx = db()): Promise<void> {
  await client.oneTimeLink.updateMany({
    where: { purpose, subject, usedAt: null, expiresAt: { gt: new Date() } },
    data: { expiresAt: new Date() },
  })
}

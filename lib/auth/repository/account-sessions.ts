import 'server-only'
import type { AccountProof, SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId, newToken } from '#lib/core/rules/ids.ts'
import { ACCOUNT_COLUMNS, lockAccount } from './accounts.ts'

const DAY_MS = 86_400_000
/** However often somebody comes back, a sign-in counts for a month. */
const LONGEST_MS = 30 * DAY_MS
const IDLE_MS = 7 * DAY_MS
/** One that awaits its second step counts for a quarter of an hour. */
const HALF_MS = 900_000
/** A visit is noted this often, not with every request. */
const NOTE_EVERY_MS = 600_000

type Place = { address: string | null; browser: string | null }

type NewSession = Place & { factor: SecondFactor | null; proof: AccountProof }

/** Begins a session of a customer. Returns its token, which only the browser keeps. */
export async function addAccountSession(accountId: string, session: NewSession, tx: Tx): Promise<string> {
  const token = newToken()
  const { address, browser, factor, proof } = session
  await tx.accountSession.create({
    data: { id: newId('acs'), accountId, tokenHash: hashToken(token), address, browser, factor, proof },
    select: { id: true },
  })

  return token
}

/** Reads the session of a token: not ended, begun in the last 30 days and used in the last 7. Notes the visit. */
export async function findAccountSession(token: string, now = new Date()) {
  const row = await db().accountSession.findUnique({
    where: { tokenHash: hashToken(token), ...living(now), account: { provenAt: { not: null } } },
    select: {
      id: true,
      factor: true,
      proof: true,
      provenAt: true,
      createdAt: true,
      lastSeenAt: true,
      account: { select: ACCOUNT_COLUMNS },
    },
  })
  if (!row) return null
  if (row.factor === null && now.getTime() - row.createdAt.getTime() > HALF_MS) return null
  if (now.getTime() - row.lastSeenAt.getTime() > NOTE_EVERY_MS) {
    await db().accountSession.updateMany({ where: { id: row.id, endedAt: null }, data: { lastSeenAt: now } })
  }
  const { id, provenAt, account } = row

  return { id, provenAt, account, factor: row.factor as SecondFactor | null, proof: row.proof as AccountProof }
}

/** Whether a session still counts: not ended, begun in the last 30 days and used in the last 7. */
export async function isLivingAccountSession(id: string, client: Tx = db()): Promise<boolean> {
  return (await client.accountSession.count({ where: { id, ...living(new Date()) } })) > 0
}

/**
 * Goes on with a session whose person has just proved again who they are, under a new token: the one from before is worth
 * nothing. `null` when it has ended meanwhile.
 */
export async function renewAccountSession(id: string, proof: AccountProof): Promise<string | null> {
  const token = newToken()
  const { count } = await db().accountSession.updateMany({
    where: { id, endedAt: null },
    data: { proof, provenAt: new Date(), tokenHash: hashToken(token) },
  })

  return count === 1 ? token : null
}

/** Ends one session of a customer. `false` when they have none of this id that counts. */
export async function endAccountSession(accountId: string, id: string, client: Tx = db()): Promise<boolean> {
  const { count } = await client.accountSession.updateMany({
    where: { id, accountId, endedAt: null },
    data: { endedAt: new Date() },
  })

  return count === 1
}

/** Ends every session of a customer, also one that is beginning, but for `keptId` where one goes on. Returns how many. */
export async function endAccountSessions(accountId: string, tx: Tx, keptId: string | null = null): Promise<number> {
  await lockAccount(accountId, tx)
  const { count } = await tx.accountSession.updateMany({
    where: { accountId, endedAt: null, ...(keptId === null ? {} : { id: { not: keptId } }) },
    data: { endedAt: new Date() },
  })

  return count
}

/** Reads the sessions of a customer that count, the last used first. */
export async function listAccountSessions(accountId: string, now = new Date()) {
  return db().accountSession.findMany({
    where: { accountId, ...living(now), factor: { not: null } },
    orderBy: { lastSeenAt: 'desc' },
    take: 100,
    select: { id: true, address: true, browser: true, createdAt: true, lastSeenAt: true },
  })
}

function living(now: Date) {
  return {
    endedAt: null,
    createdAt: { gt: new Date(now.getTime() - LONGEST_MS) },
    lastSeenAt: { gt: new Date(now.getTime() - IDLE_MS) },
  }
}

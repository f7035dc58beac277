import 'server-only'
import { endTokens } from '#lib/auth/repository/links.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Grant } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { findPersonIds, listOrdersOf } from '#lib/customers/repository/customers.ts'
import type { AccountChange, AccountMailKind } from '#lib/mail/rules/mail-kinds.ts'

const MAX_ORDERS = 500

/** What `AccountRow` is read from. */
export const ACCOUNT_COLUMNS = { id: true, email: true, name: true, locale: true, homeZone: true } as const

/** A customer who may sign in. `locale` is the language of mails, `homeZone` the zone of the times in them. */
export type AccountRow = { id: string; email: string; name: string; locale: string; homeZone: string | null }

/** Returns the account of an address, made now where there is none. It opens nothing before the address is proven. */
export async function ensureAccount({ email, locale }: { email: string; locale: string }, tx: Tx): Promise<AccountRow> {
  const { count } = await tx.account.createMany({ data: [{ id: newId('acc'), email, locale }], skipDuplicates: true })
  // Until the address is proven, whoever asked last says how they are written to, and from when it waits.
  if (count === 0) {
    await tx.account.updateMany({ where: { email, provenAt: null }, data: { locale, createdAt: new Date() } })
  }

  return tx.account.findUniqueOrThrow({ where: { email }, select: ACCOUNT_COLUMNS })
}

/**
 * Locks an account until the transaction ends, and reads the hash of its password: sessions that begin, sessions that end and
 * changes to what signs in wait for one another. `null` when the account is gone.
 */
export async function lockAccount(id: string, tx: Tx): Promise<{ passwordHash: string | null } | null> {
  const [row] = await tx.$queryRaw<{ passwordHash: string | null }[]>`
    SELECT "passwordHash" FROM "Account" WHERE "id" = ${id} FOR UPDATE`

  return row ?? null
}

/** Finds an account. `null` when it is gone. */
export async function findAccount(id: string): Promise<AccountRow | null> {
  return db().account.findUnique({ where: { id }, select: ACCOUNT_COLUMNS })
}

/** Notes that the bearer of an account has proved the address. `null` when the account is gone. */
export async function proveAccount(id: string, tx: Tx): Promise<AccountRow | null> {
  await tx.account.updateMany({ where: { id, provenAt: null }, data: { provenAt: new Date() } })

  return tx.account.findUnique({ where: { id }, select: ACCOUNT_COLUMNS })
}

/**
 * Tells whether an address is known to be somebody's: it was proven once, staff typed it, or money came for an order of it.
 * One that was merely typed at checkout may belong to a stranger.
 */
export async function isKnownAddress(email: string): Promise<boolean> {
  if ((await db().account.count({ where: { email, provenAt: { not: null } } })) > 0) return true
  const count = await db().order.count({
    where: {
      personId: { in: await findPersonIds(email) },
      OR: [
        { scope: { not: { startsWith: 'quote:' } } },
        { payments: { some: { state: { notIn: ['INTENDED', 'OPEN', 'EXPIRED', 'FAILED'] } } } },
      ],
    },
  })

  return count > 0
}

/** Finds who may sign in with an address, with the hash of the password where there is one. `null` before it is proven. */
export async function findAccountByEmail(
  email: string,
  client: Tx = db(),
): Promise<(AccountRow & { passwordHash: string | null }) | null> {
  return client.account.findUnique({
    where: { email, provenAt: { not: null } },
    select: { ...ACCOUNT_COLUMNS, passwordHash: true },
  })
}

/** Reads the hash of a customer's password, `null` where there is none. */
export async function findPasswordHash(id: string): Promise<string | null> {
  const row = await db().account.findUnique({ where: { id }, select: { passwordHash: true } })

  return row?.passwordHash ?? null
}

/** Sets the password of a customer, or takes it away, and ends the links to reset it. `false` when the account is gone. */
export async function setAccountPassword(id: string, passwordHash: string | null, tx: Tx): Promise<boolean> {
  const { count } = await tx.account.updateMany({ where: { id, provenAt: { not: null } }, data: { passwordHash } })
  await endTokens('account_reset', id, tx)

  return count === 1
}

/**
 * What a proven address opens: the orders that were made with it, the newest 500 as `listOrdersOf` counts them, and no other
 * ones. A grant of a link and not of a payment: who paid is not known.
 */
export async function listOwnGrants(email: string): Promise<Grant[]> {
  const rows = await listOrdersOf(email, MAX_ORDERS)

  return rows.map(({ id, createdAt }) => ({ orderId: id, grant: 'link', grantedAt: createdAt }))
}

/** Notes that a customer asks about all eSIMs now. `false` when that was less than `everyMs` ago. */
export async function claimAccountRequest(
  id: string,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<boolean> {
  const { count } = await db().account.updateMany({
    where: { id, OR: [{ askedAt: null }, { askedAt: { lte: new Date(now.getTime() - everyMs) } }] },
    data: { askedAt: now },
  })

  return count === 1
}

type AccountMail =
  | { kind: Exclude<AccountMailKind, 'account_changed'>; accountId: string }
  | { kind: 'account_changed'; accountId: string; change: AccountChange }

/** Queues a mail to a customer about the account, in the transaction that makes it true. */
export async function queueAccountMail({ kind, accountId, ...what }: AccountMail, tx: Tx): Promise<void> {
  const id = newId('out')
  const payload = { subject: accountId, ...what, at: new Date().toISOString() }
  // The epoch as due date: a host clock that runs ahead must not delay a mail.
  await tx.outbox.create({
    data: { id, kind, dedupeKey: `${kind}:${id}`, payload, nextActionAt: new Date(0) },
    select: { id: true },
  })
}

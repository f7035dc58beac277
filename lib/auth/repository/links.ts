import 'server-only'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { newId, newToken } from '#lib/core/rules/ids.ts'
import type { GrantKind } from '#lib/generated/prisma/enums.ts'
import { dropPushSubscriptions } from '#lib/mail/repository/push.ts'

const DAY_MS = 86_400_000
const LINK_DAYS = 30
const SESSION_DAYS = 90

/** Makes a link that opens one order for 30 days. The token exists here and in the mail, nowhere else. */
export async function addAccessLink(orderId: string, client: Tx = db()): Promise<string> {
  const token = newToken()
  await client.accessLink.create({
    data: {
      id: newId('lnk'),
      tokenHash: hashToken(token),
      orderId,
      expiresAt: new Date(Date.now() + LINK_DAYS * DAY_MS),
    },
    select: { id: true },
  })

  return token
}

/** The order that a link's token opens, `null` when it is unknown, over or taken back. */
export async function findLinkedOrder(token: string): Promise<string | null> {
  const link = await db().accessLink.findUnique({
    where: { tokenHash: hashToken(token), expiresAt: { gt: new Date() }, revokedAt: null },
    select: { orderId: true },
  })

  return link?.orderId ?? null
}

/**
 * Takes every link of an order back, with what it opened in a browser, and those to single eSIMs among them: they were
 * sent to an address that is no longer its own, or given away by whoever reads there. A gift went to whom its buyer named
 * and stays there. The browser that paid keeps the order, and asks by itself to be told of it again.
 */
export async function revokeLinks(orderId: string, tx: Tx): Promise<void> {
  const now = new Date()
  // What a browser takes over from its former session waits for this, and finds it gone.
  await tx.$executeRaw`SELECT 1 FROM "Order" WHERE "id" = ${orderId} FOR UPDATE`
  await tx.accessLink.updateMany({ where: { orderId, revokedAt: null }, data: { revokedAt: now } })
  await tx.guestGrant.deleteMany({ where: { orderId, kind: 'link' } })
  // The open share of an eSIM is a gift where the store was the last to give it.
  await tx.$executeRaw`
    UPDATE "CardShare" s SET "endedAt" = ${now}, "endReason" = 'taken_back' FROM "Card" c, "Line" l
    WHERE c."id" = s."cardId" AND l."id" = c."lineId" AND l."orderId" = ${orderId} AND s."endedAt" IS NULL
      AND (SELECT e."actor" FROM "OrderEvent" e
        WHERE e."orderId" = l."orderId" AND e."kind" IN ('shared', 'share_swapped') AND e."data" ->> 'cardId' = c."id"
        ORDER BY e."id" DESC LIMIT 1) IS DISTINCT FROM 'store'`
  await dropPushSubscriptions(orderId, tx)
}

/**
 * Tells whether somebody reads the address of an order: a mailed link of it was opened, or an account has proven it. They
 * may open the order already.
 */
export async function isAddressProven(orderId: string, client: Tx = db()): Promise<boolean> {
  const order = await client.order.findUnique({
    where: { id: orderId },
    select: {
      person: { select: { email: true } },
      grants: { where: { kind: 'link' }, take: 1, select: { kind: true } },
    },
  })
  if (!order || order.person.email === '') return false
  if (order.grants.length > 0) return true

  return (await client.account.count({ where: { email: order.person.email, provenAt: { not: null } } })) > 0
}

/**
 * Gives an order to a browser. Returns the token of a new session that also opens what the former one did.
 *
 * A session's token is known to its browser only, so that adding an order means handing out another one.
 */
export async function grantOrder({
  orderId,
  kind,
  formerSessionId,
}: {
  orderId: string
  kind: GrantKind
  formerSessionId: string | null
}): Promise<string> {
  const token = newToken()
  await transaction(async (tx) => {
    const former = formerSessionId ? await lockGrants(formerSessionId, tx) : []
    const others = former.filter((grant) => grant.orderId !== orderId)
    await tx.guestSession.create({
      data: {
        id: newId('gst'),
        tokenHash: hashToken(token),
        expiresAt: new Date(Date.now() + SESSION_DAYS * DAY_MS),
        grants: { create: [...others, { orderId, kind }] },
      },
      select: { id: true },
    })
  })

  return token
}

/** What a session opens, which nobody takes back until the transaction ends. */
async function lockGrants(sessionId: string, tx: Tx) {
  await tx.$executeRaw`
    SELECT 1 FROM "Order" WHERE "id" IN (SELECT "orderId" FROM "GuestGrant" WHERE "sessionId" = ${sessionId})
    ORDER BY "id" FOR KEY SHARE`

  return tx.guestGrant.findMany({ where: { sessionId }, select: { orderId: true, kind: true, createdAt: true } })
}

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

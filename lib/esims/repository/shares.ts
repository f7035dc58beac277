import 'server-only'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId, newToken } from '#lib/core/rules/ids.ts'
import { MAX_WRONG_PINS, type ShareEnd } from '#lib/esims/rules/shares.ts'

const DAY_MS = 86_400_000
const SHARE_DAYS = 180
const SESSION_DAYS = 30

const CARD = {
  id: true,
  iccid: true,
  itemId: true,
  revealedAt: true,
  codeRemovedAt: true,
  cancelState: true,
  item: { select: { orderId: true, state: true } },
} as const

const ROW = {
  id: true,
  esimId: true,
  createdAt: true,
  expiresAt: true,
  openedAt: true,
  endedAt: true,
  endReason: true,
} as const

/** Makes a share of an eSIM and returns its token, which exists in the answer and nowhere else. Ends an expired one. */
export async function addShare(
  { esimId, pinHash, now }: { esimId: string; pinHash: string; now: Date },
  tx: Tx,
): Promise<{ id: string; token: string }> {
  await tx.esimShare.updateMany({
    where: { esimId, endedAt: null, expiresAt: { lte: now } },
    data: { endedAt: now, endReason: 'expired' satisfies ShareEnd },
  })
  const token = newToken()
  const { id } = await tx.esimShare.create({
    data: {
      id: newId('shr'),
      esimId,
      pinHash,
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + SHARE_DAYS * DAY_MS),
    },
    select: { id: true },
  })

  return { id, token }
}

/** A share with its eSIM, by its own id. */
export async function findShare(id: string, client: Tx = db()) {
  return client.esimShare.findUnique({ where: { id }, select: { ...ROW, esim: { select: CARD } } })
}

/** The open share of an eSIM, `null` when nobody has it. One that has expired may be among it. */
export async function findShareOfEsim(esimId: string, tx: Tx) {
  return tx.esimShare.findFirst({ where: { esimId, endedAt: null }, select: { ...ROW } })
}

/** Tells whether the buyer took an eSIM back that was given since an instant. */
export async function wasTakenBack(esimId: string, since: Date, tx: Tx): Promise<boolean> {
  const endReason = 'taken_back' satisfies ShareEnd

  return (await tx.esimShare.count({ where: { esimId, endReason, createdAt: { gte: since } } })) > 0
}

/** An eSIM with what sharing has to know, locked until the transaction ends. `null` when there is none. */
export async function lockEsimToShare(esimId: string, tx: Tx) {
  await tx.$queryRaw`SELECT "id" FROM "Card" WHERE "id" = ${esimId} FOR UPDATE`

  return tx.esim.findUnique({ where: { id: esimId }, select: CARD })
}

/** A share by the token of its link, with what a try of its PIN has to know. */
export async function findShareByToken(token: string, client: Tx = db()) {
  return client.esimShare.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { ...ROW, pinHash: true, esim: { select: CARD } },
  })
}

/** The latest share of each of these eSIMs. */
export async function listShares(esimIds: string[]) {
  return db().esimShare.findMany({
    where: { esimId: { in: esimIds } },
    orderBy: [{ esimId: 'asc' }, { createdAt: 'desc' }],
    distinct: ['esimId'],
    select: { ...ROW, esim: { select: { revealedAt: true } } },
  })
}

/** Ends a share that is open. `false` when it had ended before. Its sessions open nothing from then on. */
export async function endShare(id: string, reason: ShareEnd, tx: Tx): Promise<boolean> {
  const { count } = await tx.esimShare.updateMany({
    where: { id, endedAt: null },
    data: { endedAt: new Date(), endReason: reason },
  })

  return count === 1
}

/**
 * Spends one try of a PIN before it is looked at, so that tries at the same moment are counted one by one. `false` when
 * none is left.
 */
export async function spendPinTry(id: string): Promise<boolean> {
  const { count } = await db().esimShare.updateMany({
    where: { id, endedAt: null, wrongPins: { lt: MAX_WRONG_PINS } },
    data: { wrongPins: { increment: 1 } },
  })

  return count === 1
}

/** How many tries were wrong, the last one among them. */
export async function countWrongPins(id: string, client: Tx = db()): Promise<number> {
  const row = await client.esimShare.findUnique({ where: { id }, select: { wrongPins: true } })

  return row?.wrongPins ?? MAX_WRONG_PINS
}

/** Notes that the PIN was right. Says whether it was for the first time; `null` when the share has ended meanwhile. */
export async function noteRightPin(id: string, tx: Tx): Promise<{ isFirst: boolean } | null> {
  const open = { id, endedAt: null }
  const first = await tx.esimShare.updateMany({
    where: { ...open, openedAt: null },
    data: { openedAt: new Date(), wrongPins: 0 },
  })
  if (first.count === 1) return { isFirst: true }
  const again = await tx.esimShare.updateMany({ where: open, data: { wrongPins: 0 } })

  return again.count === 1 ? { isFirst: false } : null
}

/** Lets a browser see the eSIM of a share. Returns the token of its session, which only that browser knows. */
export async function addShareSession(shareId: string, tx: Tx): Promise<string> {
  const token = newToken()
  await tx.shareSession.create({
    data: {
      id: newId('shs'),
      shareId,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + SESSION_DAYS * DAY_MS),
    },
    select: { id: true },
  })

  return token
}

/** The shares that sessions open, in the order of their tokens. One that has ended, or whose share has, is not among them. */
export async function listSharedEsims(sessionTokens: readonly string[]) {
  const now = new Date()
  const rows = await db().shareSession.findMany({
    where: {
      tokenHash: { in: sessionTokens.map(hashToken) },
      expiresAt: { gt: now },
      share: { endedAt: null, expiresAt: { gt: now } },
    },
    select: { id: true, tokenHash: true, share: { select: { id: true, esimId: true } } },
  })

  return sessionTokens.flatMap((token) => {
    const row = rows.find(({ tokenHash }) => tokenHash === hashToken(token))

    return row ? [{ token, id: row.id, share: row.share }] : []
  })
}

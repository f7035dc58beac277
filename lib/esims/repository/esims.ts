import 'server-only'
import type { EsimCancelState } from '#lib/cancellations/rules/cancellation-readings.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { encryptValue } from '#lib/core/repository/encrypted.ts'
import type { EsimSearch } from '#lib/esims/rules/admin-esims.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'

/** An eSIM as it came with an order. `code` is the emitted activation code, sealed before it is stored. */
export type NewEsim = {
  id: string
  iccid: string
  itemId: string
  orderNum: string
  position: number
  priceShareMinor: number
  code: string | null
  codeIssue: string | null
  /** How many fields agreed on the code; left out where there is none. */
  codeSources?: number
  activateBefore: string | null
  travellerName: string | null
}

/** Stores eSIMs, their codes sealed. Returns how many were new: an ICCID belongs to one purchase for ever. */
export async function addEsims(esims: NewEsim[], tx: Tx): Promise<number> {
  const data = esims.map(({ code, ...esim }) => ({
    ...esim,
    sealedCode: code === null ? null : encryptValue(code, placeOf(esim.id)),
  }))
  const { count } = await tx.esim.createMany({ data, skipDuplicates: true })

  return count
}

/** Adds the code of an eSIM that came without one. An existing code stays. */
export async function addCode(
  esim: Pick<NewEsim, 'id' | 'codeIssue' | 'codeSources' | 'activateBefore'> & { code: string },
  tx: Tx,
): Promise<void> {
  await tx.esim.updateMany({
    where: { id: esim.id, sealedCode: null },
    data: {
      sealedCode: encryptValue(esim.code, placeOf(esim.id)),
      codeIssue: esim.codeIssue,
      ...(esim.codeSources === undefined ? {} : { codeSources: esim.codeSources }),
      ...(esim.activateBefore === null ? {} : { activateBefore: esim.activateBefore }),
    },
  })
}

/** Where the code of an eSIM is sealed to. */
export function placeOf(esimId: string) {
  return { table: 'Card', id: esimId, field: 'sealedCode' }
}

/** Which of these ICCIDs are stored already. */
export async function findKnownIccids(iccids: string[], client: Tx = db()): Promise<Set<string>> {
  const rows = await client.esim.findMany({ where: { iccid: { in: iccids } }, select: { iccid: true } })

  return new Set(rows.map((row) => row.iccid))
}

/** An eSIM with what a reveal has to know. `null` when there is none. */
export async function getEsimToOpen(esimId: string, client: Tx = db()) {
  return client.esim.findUnique({
    where: { id: esimId },
    select: {
      id: true,
      iccid: true,
      itemId: true,
      sealedCode: true,
      cancelState: true,
      revealedAt: true,
      item: { select: { orderId: true, state: true } },
    },
  })
}

/** Says who an eSIM is for; `null` for nobody in particular. */
export async function nameTraveller(esimId: string, travellerName: string | null, tx: Tx): Promise<void> {
  await tx.esim.update({ where: { id: esimId }, data: { travellerName: travellerName || null }, select: { id: true } })
}

/**
 * Notes the first reveal of an eSIM. `false` when it was revealed before, or its cancellation has been asked for.
 *
 * A compare-and-set on the eSIM: a cancellation asked for at the same moment loses or wins, never both.
 */
export async function markRevealed(
  esimId: string,
  { by, consent, at }: { by: string; consent: Record<string, string | boolean>; at: Date },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.esim.updateMany({
    where: {
      id: esimId,
      revealedAt: null,
      codeRemovedAt: null,
      cancelState: { in: ['NONE', 'REFUSED'] },
      item: { state: 'DELIVERED' },
    },
    data: { revealedAt: at, revealedBy: by, revealConsent: consent },
  })

  return count === 1
}

const BATCH = 500
// An eSIM that nobody installed, and whose last day for it was never told, may still be installed for so long.
const UNUSED_DAYS = 365
// The longest plan on sale, for a plan that does not say how long it lasts.
const LONGEST_PLAN_DAYS = 365

/**
 * Cards with a code whose last plan ended before an instant. The end is what the network told; of a plan whose end it
 * never told, the last day on which it can end: begun on the last possible day, and run in full.
 *
 * An eSIM that is being topped up is in use, whatever its dates say.
 */
function endedBefore(before: Date): Prisma.Sql {
  const ended = Prisma.join([...ENDED_STATES])

  return Prisma.sql`
    FROM "Card" c JOIN "Line" own ON own."id" = c."lineId"
    WHERE c."sealedCode" IS NOT NULL AND c."createdAt" < ${before} AND own."state"::text IN (${ended})
      AND NOT EXISTS (SELECT 1 FROM "Line" t WHERE t."cardId" = c."id" AND t."state"::text NOT IN (${ended}))
      AND ${before} > (
        SELECT max(coalesce(
          (SELECT max(r."endsAt") FROM "UsageReading" r JOIN "UpstreamOrder" o ON o."orderNum" = r."orderNum"
            WHERE r."cardId" = c."id" AND o."lineId" = p."id"),
          greatest(
            CASE WHEN p."id" = own."id" THEN c."activateBefore"::timestamptz END,
            CASE WHEN p."id" <> own."id" OR c."activateBefore" IS NULL
              THEN p."createdAt" + ${UNUSED_DAYS} * interval '1 day' END,
            q."startDate"::timestamptz
          ) + coalesce(q."days", (q."snapshot" -> 'term' ->> 'days')::int, ${LONGEST_PLAN_DAYS}) * interval '1 day'
        ))
        FROM "Line" p JOIN "Quote" q ON q."id" = p."quoteId"
        WHERE p."id" = own."id" OR (p."cardId" = c."id" AND p."state" = 'DELIVERED')
      )`
}

/** Counts the codes of eSIMs whose last plan ended before an instant. */
export async function countOldCodes(before: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" ${endedBefore(before)}`

  return row?.count ?? 0
}

/** Deletes the codes of eSIMs whose last plan ended before an instant. The eSIMs stay, and say that it is gone. */
export async function removeOldCodes(before: Date): Promise<{ count: number }> {
  let count = 0
  for (let removed = BATCH; removed === BATCH; count += removed) {
    removed = await db().$executeRaw`
      UPDATE "Card" SET "sealedCode" = NULL, "codeRemovedAt" = clock_timestamp()
      WHERE "id" IN (SELECT c."id" ${endedBefore(before)} LIMIT ${BATCH})`
  }

  return { count }
}

/** Which eSIMs are wanted, newest first: those behind the eSIM `after`. */
export type EsimListFilter = {
  isOpened: boolean | null
  state: EsimCancelState | null
  from: Date | null
  until: Date | null
  /** The rows of people with whose orders the eSIMs came. */
  people: string[] | null
  after: string | null
  limit: number
}

// Written out, not sent as a value: only then is it certain that the index of the few is the one to read.
const STATES: Record<EsimCancelState, Prisma.Sql> = {
  NONE: Prisma.sql`'NONE'::"CardCancelState"`,
  ASKED: Prisma.sql`'ASKED'::"CardCancelState"`,
  SENT: Prisma.sql`'SENT'::"CardCancelState"`,
  OPEN: Prisma.sql`'OPEN'::"CardCancelState"`,
  CONFIRMED: Prisma.sql`'CONFIRMED'::"CardCancelState"`,
  REFUSED: Prisma.sql`'REFUSED'::"CardCancelState"`,
  MONEY_DUE: Prisma.sql`'MONEY_DUE'::"CardCancelState"`,
  MONEY_BACK: Prisma.sql`'MONEY_BACK'::"CardCancelState"`,
}

/** Reads the ids of a page of eSIMs in the order of the list: by key, without counting or skipping rows. */
export async function listEsimIds(filter: EsimListFilter): Promise<string[]> {
  const { isOpened, state, from, until, people, after, limit } = filter
  const key = after && (await db().esim.findUnique({ where: { id: after }, select: { createdAt: true } }))
  // An eSIM that does not exist has none behind it.
  if (after && !key) return []
  const conditions = [
    Prisma.sql`true`,
    ...(isOpened === null ? [] : [isOpened ? Prisma.sql`"revealedAt" IS NOT NULL` : Prisma.sql`"revealedAt" IS NULL`]),
    ...(state === null ? [] : [Prisma.sql`"cancelState" = ${STATES[state]}`]),
    ...(from ? [Prisma.sql`"createdAt" >= ${from}`] : []),
    ...(until ? [Prisma.sql`"createdAt" < ${until}`] : []),
    ...(people
      ? [
          Prisma.sql`"lineId" = ANY(ARRAY(
            SELECT l."id" FROM "Line" l JOIN "Order" o ON o."id" = l."orderId" WHERE o."personId" = ANY(${people})))`,
        ]
      : []),
    ...(key ? [Prisma.sql`("createdAt", "id") < (${key.createdAt}, ${after})`] : []),
  ]
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Card" WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit}`

  return rows.map(({ id }) => id)
}

/** Finds eSIMs by their number, or by its last digits: the index knows six, those before narrow what it finds. */
export async function findEsimIds(search: EsimSearch, limit: number): Promise<string[]> {
  if (search.kind === 'whole') {
    return (await db().esim.findMany({ where: { iccid: search.iccid }, select: { id: true } })).map(({ id }) => id)
  }
  const { end } = search
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Card" WHERE right("iccid", 6) = ${end.slice(-6)} AND right("iccid", ${end.length}::int) = ${end}
    LIMIT ${limit}`

  return rows.map(({ id }) => id)
}

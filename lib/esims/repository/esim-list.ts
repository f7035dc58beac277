import 'server-only'
import type { EsimCancelState } from '#lib/cancellations/rules/return-facts.ts'
import { db } from '#lib/core/repository/client.ts'
import type { EsimSearch } from '#lib/esims/rules/admin-esims.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

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

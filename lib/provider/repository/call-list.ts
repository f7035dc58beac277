import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** Which calls are wanted, newest first: behind one that was shown. `code` is `none` for answers without a code. */
export type CallListFilter = {
  since: Date
  endpoint: string | null
  class: string | null
  code: number | 'none' | null
  after: { at: Date; id: bigint } | null
  limit: number
}

/** A call with the order that it was made for. */
export type ListedCall = {
  id: bigint
  at: Date
  endpoint: string
  class: string
  code: number | null
  latencyMs: number
  orderId: string | null
  number: string | null
}

/** Reads a page of calls by the index of their time, of one endpoint or of all. */
export async function listCalls({
  since,
  endpoint,
  class: kind,
  code,
  after,
  limit,
}: CallListFilter): Promise<ListedCall[]> {
  const conditions = [
    Prisma.sql`c."at" >= ${since}`,
    ...(endpoint ? [Prisma.sql`c."endpoint" = ${endpoint}`] : []),
    ...(kind ? [Prisma.sql`c."class" = ${kind}`] : []),
    ...(code === null ? [] : [code === 'none' ? Prisma.sql`c."code" IS NULL` : Prisma.sql`c."code" = ${code}`]),
    ...(after ? [Prisma.sql`(c."at", c."id") < (${after.at}, ${after.id})`] : []),
  ]

  return db().$queryRaw<ListedCall[]>`
    SELECT c.*, l."orderId", o."number" FROM (
      SELECT c."id", c."at", c."endpoint", c."class", c."code", c."latencyMs", c."lineId" AS "itemId" FROM "CallLog" c
      WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY c."at" DESC, c."id" DESC LIMIT ${limit}
    ) AS c LEFT JOIN "Line" l ON l."id" = c."itemId" LEFT JOIN "Order" o ON o."id" = l."orderId"
    ORDER BY c."at" DESC, c."id" DESC`
}

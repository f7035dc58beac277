import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** One exchange with the provider, or one that was not made and why. Nothing secret has a field to go into. */
export type NewCall = {
  endpoint: string
  class: string
  code?: number | null
  itemId?: string | null
  reference?: string | null
  orderNum?: string | null
  note?: string | null
  latencyMs: number
  bytes?: number | null
}

/** Appends a call to the log. */
export async function addCall(call: NewCall, client: Tx = db()): Promise<void> {
  await client.callLog.createMany({ data: [call] })
}

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

type CallLoad = {
  since: Date
  calls: number
  lastAt: Date | null
  catalogueCalls: number
  destinations: number
  watched: number
  asked: number
}

/** Reads what was asked of the provider since midnight (UTC), and what there is to ask about. */
export async function readCallLoad(): Promise<CallLoad> {
  const [row] = await db().$queryRaw<[CallLoad]>`
    WITH today AS (SELECT date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS "since")
    SELECT "since",
      (SELECT count(*)::int FROM "CallLog" WHERE "at" >= "since") AS "calls",
      (SELECT "at" FROM "CallLog" ORDER BY "at" DESC LIMIT 1) AS "lastAt",
      (SELECT coalesce(sum("calls"), 0)::int FROM "SyncRun" WHERE "startedAt" >= "since") AS "catalogueCalls",
      (SELECT count(*)::int FROM "Sku" WHERE "vanishedAt" IS NULL AND "partnerId" IS NULL) AS "destinations",
      (SELECT count(*)::int FROM "UsageWatch" WHERE "dueAt" IS NOT NULL) AS "watched",
      (SELECT count(*)::int FROM "UsageWatch" WHERE "askedAt" >= "since") AS "asked"
    FROM today`

  return row
}

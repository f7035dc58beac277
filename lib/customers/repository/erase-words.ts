import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

const SHORTEST = 3
const GONE = '[erased]'

/** Returns a pattern for whole words, whatever their case; `null` where nothing is long enough to be told apart. */
export function erasedPattern(words: readonly string[]): string | null {
  const kept = [...new Set(words.map((word) => word.trim()))].filter((word) => word.length >= SHORTEST)
  // Longest first: an address goes before a name that stands in it.
  const sorted = kept.sort((a, b) => b.length - a.length).map((word) => word.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&'))

  return sorted.length === 0 ? null : `(?<!\\w)(${sorted.join('|')})(?!\\w)`
}

/** What belongs to the orders of a person, by the ids under which acts and differences speak of it. */
async function subjectsOf(orders: readonly string[], tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH lines AS (SELECT "id" FROM "Line" WHERE "orderId" = ANY(${[...orders]})),
      paid AS (SELECT "id" FROM "Payment" WHERE "orderId" = ANY(${[...orders]}))
    SELECT "id" FROM lines UNION ALL SELECT "id" FROM paid
    UNION ALL SELECT "id" FROM "Card" WHERE "lineId" IN (SELECT "id" FROM lines)
    UNION ALL SELECT "orderNum" FROM "UpstreamOrder" WHERE "lineId" IN (SELECT "id" FROM lines)
    UNION ALL SELECT "id" FROM "CancelAttempt" WHERE "lineId" IN (SELECT "id" FROM lines)
    UNION ALL SELECT "id" FROM "Refund" WHERE "paymentId" IN (SELECT "id" FROM paid)
    UNION ALL SELECT "id" FROM "Break" WHERE "orderId" = ANY(${[...orders]})
    UNION ALL SELECT "id" FROM "SecondLook" WHERE "orderId" = ANY(${[...orders]})
    UNION ALL SELECT "id" FROM "BankTransfer" WHERE "orderId" = ANY(${[...orders]})`

  return [...orders, ...rows.map(({ id }) => id)]
}

/**
 * Takes words out of every free text about these orders: reasons, evidence, histories. What was done, by whom and when
 * stays. Append-only rows let it happen because the transaction says that it erases, and in these columns alone.
 */
export async function eraseWords(
  { words, orders, people }: { words: readonly string[]; orders: readonly string[]; people: readonly string[] },
  tx: Tx,
): Promise<void> {
  const pattern = erasedPattern(words)
  if (pattern === null) return
  const text = (column: Prisma.Sql) => Prisma.sql`regexp_replace(${column}, ${pattern}, ${GONE}, 'gi')`
  const json = (column: Prisma.Sql) => Prisma.sql`regexp_replace(${column}::text, ${pattern}, ${GONE}, 'gi')::jsonb`
  const has = (column: Prisma.Sql) => Prisma.sql`${column}::text ~* ${pattern}`
  const reason = Prisma.sql`"reason"`
  const evidence = Prisma.sql`"evidence"`
  const ids = await subjectsOf(orders, tx)
  const inOrders = Prisma.sql`"orderId" = ANY(${[...orders]})`
  const inSubjects = Prisma.sql`"subject" = ANY(${[...ids, ...people]})`
  const before = Prisma.sql`"before"`
  const after = Prisma.sql`"after"`
  const data = Prisma.sql`"data"`
  const input = Prisma.sql`"wish"`
  const metadata = Prisma.sql`"metadata"`
  const told = Prisma.sql`coalesce("reason", '') || coalesce("before"::text, '') || coalesce("after"::text, '')`
  await tx.$executeRaw`SELECT set_config('landfall.erasing', 'on', true)`
  await tx.$executeRaw`UPDATE "OrderEvent" SET "data" = ${json(data)} WHERE ${inOrders} AND ${has(data)}`
  await tx.$executeRaw`UPDATE "AuditEvent" SET "reason" = ${text(reason)}, "before" = ${json(before)},
    "after" = ${json(after)} WHERE ${inSubjects} AND ${has(Prisma.sql`(${told})`)}`
  await tx.$executeRaw`SELECT set_config('landfall.erasing', 'off', true)`
  await tx.$executeRaw`UPDATE "Break" SET "evidence" = ${json(evidence)}, "reason" = ${text(reason)}
    WHERE ${inOrders} AND (${has(evidence)} OR ${has(reason)})`
  await tx.$executeRaw`UPDATE "SecondLook" SET "wish" = ${json(input)}, "reason" = ${text(reason)}
    WHERE ${inOrders} AND (${has(input)} OR ${has(reason)})`
  await tx.$executeRaw`UPDATE "Line" SET "evidence" = ${json(evidence)} WHERE ${inOrders} AND ${has(evidence)}`
  await tx.$executeRaw`UPDATE "Attempt" SET "evidence" = ${json(evidence)}
    WHERE "lineId" = ANY(${ids}) AND ${has(evidence)}`
  await tx.$executeRaw`UPDATE "LossEntry" SET "evidence" = ${json(evidence)} WHERE ${inOrders} AND ${has(evidence)}`
  await tx.$executeRaw`UPDATE "CancelAttempt" SET "reason" = ${text(reason)} WHERE "id" = ANY(${ids}) AND ${has(reason)}`
  await tx.$executeRaw`UPDATE "Refund" SET "reason" = ${text(reason)} WHERE "id" = ANY(${ids}) AND ${has(reason)}`
  await tx.$executeRaw`UPDATE "BankTransfer" SET "metadata" = ${json(metadata)} WHERE ${inOrders} AND ${has(metadata)}`
  await tx.$executeRaw`UPDATE "BankPayout" SET "reason" = ${text(reason)}
    WHERE "transferId" = ANY(${ids}) AND ${has(reason)}`
  await tx.$executeRaw`UPDATE "Credit" SET "reason" = ${text(reason)}
    WHERE "holderId" = ANY(${[...people]}) AND ${has(reason)}`
  await tx.$executeRaw`UPDATE "DataRequest" SET "reason" = ${text(reason)}
    WHERE "personId" = ANY(${[...people]}) AND ${has(reason)}`
}

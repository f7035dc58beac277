import 'server-only'
import { connectForLong, db, type Tx } from '#lib/core/repository/client.ts'
import type { ErasureReport } from '#lib/customers/rules/admin-customers.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'

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
  const json = (column: Prisma.Sql) => Prisma.sql`erase_words(${column}, ${pattern})`
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

// Money that only has to arrive needs nobody to be told.
const DONE = [...ENDED_STATES, 'REFUND_DUE', 'REFUNDING'] as const

/** The number of an order of these people that is still to be delivered, decided or given away; `null` when there is none. */
export async function findOrderUnderWay(personIds: string[]): Promise<string | null> {
  const row = await db().order.findFirst({
    where: { personId: { in: personIds }, items: { some: { state: { notIn: [...DONE] } } } },
    select: { number: true },
  })

  return row?.number ?? findWaitingGift(personIds)
}

// Only what its mail could still give: not eSIMs that go back, are opened or were taken back by the buyer.
async function findWaitingGift(personIds: string[]): Promise<string | null> {
  const [row] = await db().$queryRaw<{ number: string }[]>`
    SELECT o."number" FROM "Order" o JOIN "Gift" g ON g."orderId" = o."id"
      JOIN "Outbox" m ON m."orderId" = o."id" AND m."kind" = 'gift' AND m."state" = 'DUE'
      JOIN "Line" l ON l."id" = m."payload" ->> 'lineId' AND l."state" = 'DELIVERED'
      JOIN "Card" c ON c."lineId" = l."id" AND c."cancelState" IN ('NONE', 'REFUSED') AND c."codeRemovedAt" IS NULL
    WHERE o."personId" = ANY(${personIds}) AND NOT EXISTS (SELECT 1 FROM "CardShare" s WHERE s."cardId" = c."id"
      AND (s."endedAt" IS NULL AND s."openedAt" IS NOT NULL
        OR s."endReason" = 'taken_back' AND s."createdAt" >= g."sharedAt"))
    LIMIT 1`

  return row?.number ?? null
}

/** Counts what an erasure of these people touches, and names what stays. */
export async function countKept(personIds: string[]): Promise<Omit<ErasureReport, 'people'>> {
  const order = { personId: { in: personIds } }
  const ids = (await db().order.findMany({ where: order, select: { id: true } })).map(({ id }) => id)
  const orderId = { in: ids }
  const [esims, notes, links, shares, refunds, opened] = await Promise.all([
    db().esim.count({ where: { item: { order } } }),
    db().orderNote.count({ where: { orderId } }),
    db().accessLink.count({ where: { orderId, revokedAt: null } }),
    db().esimShare.count({ where: { esim: { item: { order } }, endedAt: null } }),
    db().refund.count({ where: { payment: { order }, state: { in: ['INTENDED', 'SENT'] } } }),
    db().withdrawal.count({ where: { orderId, confirmedAt: { not: null } } }),
  ])
  const kept = [
    ...(ids.length > 0 ? ['orders', 'payments', 'consents', 'backups'] : ['backups']),
    ...(refunds > 0 ? ['open_refunds'] : []),
    ...(opened > 0 ? ['withdrawals'] : []),
  ]

  return { orders: ids.length, esims, notes, links: links + shares, kept }
}

/** Small tables about persons: rewritten minutes after an erasure. */
const NARROW = [
  ...['Person', 'Account', 'BuyerBlock', 'CustomerAddress', 'DataRequest', 'Message', 'OrderNote', 'Outbox'],
  ...['Credit', 'PushSubscription', 'TillNote', 'Gift'],
]

/** Large tables with free texts and names beside other things: rewritten at night. */
const WIDE = [
  ...['AccountSession', 'Attempt', 'AuditEvent', 'BankPayout', 'BankTransfer', 'Break', 'CancelAttempt', 'Card'],
  ...['CardShare', 'Invoice', 'Line', 'LossEntry', 'Order', 'OrderEvent', 'Refund', 'SecondLook'],
]

const TABLES = { narrow: NARROW, wide: WIDE }
// An erasure is dated by its beginning, and may have been under way when a rewrite began.
const UNDER_WAY_MINUTES = 10

/**
 * Writes tables anew that held an erased person: a row that was changed or deleted stays readable in its table's file
 * until then, and values of it in the statistics. Returns how many tables were written; none without an erasure since.
 *
 * A table is locked while it is written. One that is not free within two seconds is left for the next time.
 */
export async function rewriteErased(kind: keyof typeof TABLES): Promise<number> {
  if (!(await isDue(kind))) return 0
  const connection = await connectForLong()
  try {
    await connection.query("SET lock_timeout = '2s'")
    for (const table of TABLES[kind]) await connection.query(`VACUUM (FULL, ANALYZE) "${table}"`)
    await connection.query('VACUUM FULL pg_catalog.pg_statistic')
  } catch (error) {
    await db().rewrite.deleteMany({ where: { id: kind } })
    throw error
  } finally {
    await connection.end()
  }

  return TABLES[kind].length
}

/** Tells whether somebody was erased since the last time, and notes that this time sees to it. */
async function isDue(kind: string): Promise<boolean> {
  const changed = await db().$executeRaw`
    INSERT INTO "Rewrite" ("id", "until")
    SELECT ${kind}, clock_timestamp() - ${UNDER_WAY_MINUTES} * interval '1 minute' WHERE EXISTS (
      SELECT 1 FROM "Erasure" WHERE "at" > coalesce((SELECT "until" FROM "Rewrite" WHERE "id" = ${kind}), '-infinity'))
    ON CONFLICT ("id") DO UPDATE SET "until" = EXCLUDED."until"`

  return changed > 0
}

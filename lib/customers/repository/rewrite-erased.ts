import 'server-only'
import { db, pool } from '#lib/core/repository/client.ts'

/** Small tables about persons: rewritten minutes after an erasure. */
const NARROW = [
  ...['Person', 'Account', 'BuyerBlock', 'CustomerAddress', 'DataRequest', 'Message', 'OrderNote', 'Outbox'],
  ...['Credit', 'TillNote'],
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
  const connection = await pool().connect()
  try {
    await connection.query(`SET lock_timeout = '2s'; SET statement_timeout = 0`)
    for (const table of TABLES[kind]) await connection.query(`VACUUM (FULL, ANALYZE) "${table}"`)
    await connection.query('VACUUM FULL pg_catalog.pg_statistic')
  } catch (error) {
    await db().rewrite.deleteMany({ where: { id: kind } })
    throw error
  } finally {
    // Its limits were changed: nobody else gets it.
    connection.release(true)
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

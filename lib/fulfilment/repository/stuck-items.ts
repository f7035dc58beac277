import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/**
 * Wakes rows that should move and have no next action: proven money with waiting lines, and lines, payments or refunds
 * under way without a date. Returns how many there were; in a healthy store none.
 */
export async function wakeStuck(): Promise<number> {
  const items = await db().$executeRaw`
    UPDATE "Line" SET "nextActionAt" = clock_timestamp()
    WHERE "nextActionAt" IS NULL AND "leaseUntil" IS NULL AND "state" IN ('READY', 'PLACING', 'UNKNOWN', 'REJECTED',
      'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE', 'CANCELLING', 'CANCEL_UNKNOWN', 'REFUND_DUE', 'REFUNDING')`
  const payments = await db().$executeRaw`
    UPDATE "Payment" SET "nextActionAt" = clock_timestamp()
    WHERE "nextActionAt" IS NULL AND "leaseUntil" IS NULL AND "id" IN (
      SELECT "id" FROM "Payment"
        WHERE "nextActionAt" IS NULL AND "state" IN ('INTENDED', 'OPEN', 'CAPTURING', 'VOIDING')
      UNION SELECT p."id" FROM "ProviderEvent" e
        JOIN "Payment" p ON p."provider" = e."provider" AND p."objectId" = e."objectId" WHERE e."state" = 'RECEIVED'
      UNION SELECT p."id" FROM "ProviderEvent" e
        JOIN "Payment" p ON p."provider" = e."provider" AND p."sessionId" = e."objectId" WHERE e."state" = 'RECEIVED')`
  const refunds = await db().$executeRaw`
    UPDATE "Refund" SET "nextActionAt" = clock_timestamp()
    WHERE "nextActionAt" IS NULL AND "leaseUntil" IS NULL AND "state" IN ('INTENDED', 'SENT')`
  const cancellations = await db().$executeRaw`
    UPDATE "CancelAttempt" SET "nextActionAt" = clock_timestamp()
    WHERE "nextActionAt" IS NULL AND "leaseUntil" IS NULL AND "state" IN ('ASKED', 'SENT', 'OPEN')`

  return items + payments + refunds + cancellations
}

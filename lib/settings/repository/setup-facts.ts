import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** What has happened in a shop at least once. Each question ends at the first row it finds. */
export async function readSetupFacts() {
  const [row] = await db().$queryRaw<
    { hasCatalog: boolean; hasOwnPrices: boolean; hasSentMail: boolean; hasDelivered: boolean }[]
  >`
    SELECT EXISTS (SELECT 1 FROM "Plan" WHERE "vanishedAt" IS NULL) AS "hasCatalog",
      EXISTS (SELECT 1 FROM "AuditEvent" WHERE "act" = 'pricing.applied') AS "hasOwnPrices",
      EXISTS (SELECT 1 FROM "Outbox" WHERE "state" = 'SENT') AS "hasSentMail",
      EXISTS (SELECT 1 FROM "Line" WHERE "state" = 'DELIVERED') AS "hasDelivered"`
  if (!row) throw new Error('The database does not answer.')

  return row
}

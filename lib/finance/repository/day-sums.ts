import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { PROVIDER_BOOK, takeMarks } from './day-marks.ts'
import { ENTRY_SUMS } from './provider-ledger.ts'
import { daysOf, type KeptGroup, LINE_SUMS, soldLines } from './sold-lines.ts'

const KEYS: Record<KeptGroup, Prisma.Sql> = {
  day: Prisma.sql`''`,
  destination: Prisma.sql`s."skuId"::text`,
  plan: Prisma.sql`s."planId"`,
  method: Prisma.sql`s."method"`,
}
const GROUPS = Prisma.join(Object.entries(KEYS).map(([by, key]) => Prisma.sql`(${by}, ${key})`))

/** Adds a marked day of a book up. One process at a time: of two, the slower one would bring back older sums. */
export async function addUpDay({ book, day }: { book: string; day: string }): Promise<void> {
  const from = new Date(`${day}T00:00:00Z`)
  const span = { from, until: new Date(from.getTime() + 86_400_000) }
  await transaction(async (tx) => {
    await takeMarks({ book, day }, tx)
    if (book === PROVIDER_BOOK) {
      await tx.$executeRaw`DELETE FROM "SupplierDay" WHERE "day" = ${day}::date`
      await tx.$executeRaw`
        INSERT INTO "SupplierDay" ("day", "currency", "deposits", "withdrawals", "spend", "confirmed", "expected")
        SELECT ${day}::date, "currency", ${ENTRY_SUMS} FROM "SupplierEntry"
        WHERE "at" >= ${span.from} AND "at" < ${span.until} GROUP BY "currency"`

      return
    }
    const all = { isPerDay: false, skuId: null, planId: null, method: null, currency: null }
    await tx.$executeRaw`DELETE FROM "DaySum" WHERE "book" = ${book} AND "day" = ${day}::date`
    await tx.$executeRaw`
      INSERT INTO "DaySum" ("book", "day", "by", "key", "currency", "costCurrency", "lines", "knownLines",
        "revenueMinor", "taxMinor", "discountMinor", "refundedMinor", "quoted", "charged", "credited", "spentMinor",
        "marginMinor", "quotedByDays")
      SELECT ${book}, ${day}::date, g."by", g."key", s."currency", s."costCurrency", ${LINE_SUMS},
        sum(s."quoted" * ${daysOf(Prisma.sql`s`)})
      FROM (${soldLines({ ...all, ...span, mode: book })}) s CROSS JOIN LATERAL (VALUES ${GROUPS}) g ("by", "key")
      GROUP BY g."by", g."key", s."currency", s."costCurrency"`
  })
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { DISPUTE_LOST, UNFIT_REASONS } from '#lib/core/rules/payment-method.ts'
import { findCustomer } from '#lib/customers/repository/customers.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

// What an order holds of a credit comes back as its own money does: with what went back for its eSIMs, and with what was
// never taken for them. Goodwill brings nothing back, unless its eSIM was returned later, for what it had left; nor does what
// a bank took in a dispute, unless nothing of its line stayed with the buyer.
const SPENT = Prisma.sql`
  SELECT u."promotionId", u."takenMinor" - floor(u."takenMinor"::numeric * least(o."totalMinor",
      (SELECT coalesce(sum(l."priceMinor"), 0) FROM "Line" l WHERE l."orderId" = o."id" AND l."notCaptured")
      + (SELECT coalesce(sum(i."amountMinor"), 0) FROM "Refund" r JOIN "RefundItem" i ON i."refundId" = r."id"
        WHERE r."paymentId" = y."id" AND r."state" = 'DONE' AND (r."kind" <> 'GOODWILL' OR EXISTS (
          SELECT 1 FROM "RefundItem" j JOIN "Refund" q ON q."id" = j."refundId"
          WHERE j."cardId" = i."cardId" AND q."state" = 'DONE' AND q."kind" <> 'GOODWILL'))
          AND (r."reason" <> ${DISPUTE_LOST} OR EXISTS (
            SELECT 1 FROM "Line" l WHERE l."id" = i."lineId" AND (l."state" = 'REFUNDED'
              OR (SELECT bool_and(k."cancelState" = 'MONEY_BACK') FROM "Card" k WHERE k."lineId" = l."id")))))
    ) / o."totalMinor")::int AS "minor"
  FROM (SELECT "promotionId", "orderId", "releasedAt", coalesce("takenMinor", "discountMinor") AS "takenMinor"
    FROM "PromotionUse") u JOIN "Order" o ON o."id" = u."orderId"
  LEFT JOIN LATERAL (SELECT "id" FROM "Payment" WHERE "orderId" = o."id"
    AND coalesce("reason", '') NOT IN (${Prisma.join(UNFIT_REASONS)})
    AND "state" IN ('AUTHORISED', 'CAPTURING', 'CAPTURED', 'VOIDING', 'VOIDED', 'DISPUTED', 'FAILED')
    ORDER BY "n" LIMIT 1) y ON true
  WHERE u."releasedAt" IS NULL`

const LEFT = Prisma.sql`
  SELECT c."id", (p."amountMinor" - coalesce(sum(s."minor"), 0))::int AS "leftMinor"
  FROM "Credit" c JOIN "Promotion" p ON p."id" = c."id" LEFT JOIN (${SPENT}) s ON s."promotionId" = c."id"`

type Left = { id: string; leftMinor: number }

/** Returns what is left of each of these credits, in minor units, never less than nothing. Promotions have no entry. */
export async function sumCreditsLeft(ids: readonly string[], client: Tx = db()): Promise<Map<string, number>> {
  const rows = await client.$queryRaw<Left[]>`
    ${LEFT} WHERE c."id" = ANY(${[...ids]}) GROUP BY c."id", p."amountMinor"`

  return new Map(rows.map(({ id, leftMinor }) => [id, Math.max(0, leftMinor)]))
}

/** The credits of which orders hold more than was given. There should be none. */
export async function listOverspentCredits(): Promise<Left[]> {
  return db().$queryRaw<Left[]>`
    SELECT * FROM (${LEFT} GROUP BY c."id", p."amountMinor") "left" WHERE "leftMinor" < 0`
}

/** Tells whether a credit belongs to the customer with this address. */
export async function isCreditOf(id: string, email: string, tx: Tx): Promise<boolean> {
  const credit = await tx.credit.findUnique({ where: { id }, select: { holderId: true } })
  const holder = credit && (await findCustomer(credit.holderId, tx))

  return holder?.addresses.includes(email) ?? false
}

const COLUMNS = {
  id: true,
  reason: true,
  agreedBy: true,
  agreedAt: true,
  promotion: {
    select: {
      code: true,
      amountMinor: true,
      currency: true,
      createdBy: true,
      createdAt: true,
      endsAt: true,
      endedAt: true,
      uses: {
        orderBy: { createdAt: 'asc' },
        select: {
          discountMinor: true,
          takenMinor: true,
          createdAt: true,
          releasedAt: true,
          order: { select: { id: true, number: true } },
        },
      },
    },
  },
} as const satisfies Prisma.CreditSelect

/** A credit as it is kept, with the orders it was used in. */
export type CreditData = Prisma.CreditGetPayload<{ select: typeof COLUMNS }>

/** The credits of these people, the newest first, with what is left of each in minor units. */
export async function listCredits(personIds: string[]): Promise<(CreditData & { leftMinor: number })[]> {
  const rows = await db().credit.findMany({
    where: { holderId: { in: personIds } },
    orderBy: [{ promotion: { createdAt: 'desc' } }, { id: 'desc' }],
    take: 50,
    select: COLUMNS,
  })
  const left = rows.length > 0 ? await sumCreditsLeft(rows.map(({ id }) => id)) : new Map<string, number>()

  return rows.map((row) => ({ ...row, leftMinor: left.get(row.id) ?? 0 }))
}

/** A new credit: its sum in minor units of `currency`, whose it is, and who has agreed to it, if that is settled. */
export type NewCredit = {
  id: string
  code: string
  holderId: string
  amountMinor: number
  currency: string
  endsAt: Date | null
  reason: string
  by: string
  isAgreed: boolean
}

/** Keeps a credit. `false` when it is there already. */
export async function insertCredit(credit: NewCredit, tx: Tx): Promise<boolean> {
  const { id, code, holderId, amountMinor, currency, endsAt, reason, by, isAgreed } = credit
  const at = new Date()
  const { count } = await tx.promotion.createMany({
    data: [
      {
        ...{ id, code, amountMinor, currency, endsAt, title: code, kind: 'FIXED', startsAt: at, createdBy: by },
        ...{ timeZone: 'UTC', stacks: true, maySellUnderFloor: true, skuIds: [] },
      },
    ],
    skipDuplicates: true,
  })
  if (count === 0) return false
  const agreed = isAgreed ? { agreedBy: by, agreedAt: at } : {}
  await tx.credit.create({ data: { id, holderId, reason, ...agreed }, select: { id: true } })

  return true
}

/** Notes who agreed to a credit. `false` when somebody has, or it was ended before. */
export async function agreeToCredit(id: string, by: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.credit.updateMany({
    where: { id, agreedAt: null, promotion: { endedAt: null } },
    data: { agreedBy: by, agreedAt: new Date() },
  })

  return count === 1
}

/** Notes who gives a credit that nobody has agreed to. `false` when somebody has agreed, ended it or taken it over before. */
export async function takeOverCredit(id: string, { from, by }: { from: string; by: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.promotion.updateMany({
    where: { id, createdBy: from, endedAt: null, credit: { is: { agreedAt: null } } },
    data: { createdBy: by, updatedAt: new Date() },
  })

  return count === 1
}

/** Ends a credit at once; what orders hold of it stays. `false` when it has been ended. */
export async function endCredit(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.promotion.updateMany({
    where: { id, endedAt: null, credit: { isNot: null } },
    data: { endedAt: new Date(), turn: { increment: 1 }, updatedAt: new Date() },
  })

  return count === 1
}

/** Reads a credit with the order through which its holder is written to. `null` when there is none. */
export async function findCredit(id: string, client: Tx = db()) {
  return client.credit.findUnique({
    where: { id },
    select: {
      holderId: true,
      agreedAt: true,
      holder: { select: { orders: { orderBy: { createdAt: 'desc' }, take: 1, select: { id: true } } } },
      promotion: {
        select: { code: true, amountMinor: true, currency: true, createdBy: true, endsAt: true, endedAt: true },
      },
    },
  })
}

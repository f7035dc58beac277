import 'server-only'
import { asWritten, db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { RETURNED_REASONS } from '#lib/core/rules/payment-method.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { PromotionState } from '#lib/pricing/rules/admin-pricing.ts'
import type { Promotion } from '#lib/pricing/rules/promotion.ts'
import { takenOf } from '#lib/pricing/rules/promotion-discount.ts'
import type { PromotionTerms } from '#lib/pricing/rules/promotion-edit.ts'
import type { OrderRate } from '#lib/pricing/rules/selling-currency.ts'
import { sumCreditsLeft } from '#lib/refunds/repository/credits.ts'

/** What a discount is computed from. */
const PROMOTION_TERMS = {
  id: true,
  code: true,
  basisPoints: true,
  amountMinor: true,
  currency: true,
  minimumMinor: true,
  totalLimit: true,
  personLimit: true,
  startsAt: true,
  endsAt: true,
  endedAt: true,
  skuIds: true,
  planKind: true,
  stacks: true,
  maySellUnderFloor: true,
  turn: true,
} as const satisfies Prisma.PromotionSelect

// Nobody spends a credit before it was agreed to.
const KNOWN = { OR: [{ credit: null }, { credit: { agreedAt: { not: null } } }] } satisfies Prisma.PromotionWhereInput

/**
 * Reads the promotions of these codes, in the order of the codes, `null` for a code that is none. As many statements for
 * an unknown code as for a known one: the time of the answer tells nothing.
 */
export async function findPromotions(codes: readonly string[], client: Tx = db()): Promise<(Promotion | null)[]> {
  const rows = await client.promotion.findMany({
    where: { ...KNOWN, code: { in: [...codes] } },
    select: { ...PROMOTION_TERMS, credit: { select: { id: true } } },
  })
  const ids = rows.length > 0 ? rows.map(({ id }) => id) : ['prm_none']
  const counts = await client.promotionUse.groupBy({
    by: ['promotionId'],
    where: { promotionId: { in: ids }, releasedAt: null },
    _count: true,
  })
  const left = await sumCreditsLeft(ids, client)

  return codes.map((code) => {
    const row = rows.find((one) => one.code === code)
    if (!row) return null

    const used = counts.find(({ promotionId }) => promotionId === row.id)?._count ?? 0

    return { ...row, used, credit: row.credit && { leftMinor: left.get(row.id) ?? 0 } }
  })
}

/**
 * Holds promotions until the transaction ends, so that orders with the same one are counted one after the other. Returns
 * their turns: a promotion that somebody has changed meanwhile is another one.
 */
export async function lockPromotions(ids: readonly string[], tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ id: string; turn: number }[]>`
    SELECT "id", "turn" FROM "Promotion" WHERE "id" IN (${Prisma.join(ids.toSorted())}) ORDER BY "id" FOR UPDATE`

  return new Map(rows.map(({ id, turn }) => [id, turn]))
}

/** Counts the orders that hold a promotion now: all of them, and those of one address. */
export async function countUses(promotionId: string, email: string, tx: Tx): Promise<{ all: number; own: number }> {
  const uses = { promotionId, releasedAt: null }
  const all = await tx.promotionUse.count({ where: uses })
  const own = await tx.promotionUse.count({ where: { ...uses, order: { person: { email } } } })

  return { all, own }
}

/** Those of these orders that hold one of these codes. */
export async function listHolding(orderIds: string[], codes: string[]): Promise<string[]> {
  const rows = await db().promotionUse.findMany({
    where: { orderId: { in: orderIds }, code: { in: codes }, releasedAt: null },
    select: { orderId: true },
  })

  return rows.map(({ orderId }) => orderId)
}

/** What a promotion takes off an order; `takenMinor` is the same in the promotion's currency, null where that is the order's. */
type NewUse = { promotionId: string; code: string; discountMinor: number; takenMinor: number | null }

/** Notes which promotions an order holds. */
export async function insertUses(orderId: string, uses: readonly NewUse[], tx: Tx): Promise<void> {
  await tx.promotionUse.createMany({ data: uses.map((use) => ({ id: newId('pru'), orderId, ...use })) })
}

/** Notes again which promotions an order holds that was made anew after a loss, as far as they are known. */
export async function restoreUses(
  orderId: string,
  uses: readonly { promotionId: string; discountMinor: number }[],
  rate: OrderRate | null,
  tx: Tx,
): Promise<void> {
  const known = await tx.promotion.findMany({
    where: { id: { in: uses.map(({ promotionId }) => promotionId) } },
    select: { id: true, code: true, currency: true, amountMinor: true, credit: { select: { id: true } } },
  })
  const unreleased = uses.flatMap((use) => {
    const promotion = known.find(({ id }) => id === use.promotionId)
    if (!promotion) return []
    const { code, currency, amountMinor } = promotion
    // The rate of the order was lost: of a credit no more was taken than there was.
    const credit = promotion.credit && { leftMinor: amountMinor ?? 0 }

    return [{ ...use, code, takenMinor: takenOf({ currency, credit }, use.discountMinor, rate) }]
  })
  await insertUses(orderId, unreleased, tx)
}

/**
 * Gives the promotions of an order back, once all of it has come to nothing and nothing was ever taken for it: money that
 * came too late, twice or was refused is none. Does nothing otherwise, so that it may be called wherever an order could
 * have ended like that.
 */
export async function releaseUses(orderId: string, tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE "PromotionUse" SET "releasedAt" = clock_timestamp()
    WHERE "orderId" = ${orderId} AND "releasedAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Line" WHERE "orderId" = ${orderId}
        AND "state" NOT IN ('EXPIRED', 'REFUND_DUE', 'REFUNDING', 'REFUNDED', 'CANCELLED'))
      AND NOT EXISTS (SELECT 1 FROM "Payment" WHERE "orderId" = ${orderId}
        AND coalesce("reason", '') NOT IN (${Prisma.join(RETURNED_REASONS)})
        AND ("capturedMinor" > 0 OR "state" IN ('INTENDED', 'OPEN', 'AUTHORISED', 'CAPTURING', 'CAPTURED', 'DISPUTED')))`
}

const COLUMNS = {
  ...PROMOTION_TERMS,
  title: true,
  kind: true,
  timeZone: true,
} as const satisfies Prisma.PromotionSelect

/** A promotion as it is kept. */
export type PromotionData = Prisma.PromotionGetPayload<{ select: typeof COLUMNS }>

/**
 * Reads a page of promotions, newest first, those behind the one with this id; `q` is a part of their codes or titles, and
 * `state` is as `promotionState` tells it.
 */
export async function listPromotions(filter: {
  q: string
  state: PromotionState | null
  after: string | null
  limit: number
}): Promise<PromotionData[]> {
  return db().promotion.findMany({
    where: {
      credit: null,
      ...called(filter.q),
      ...(filter.state ? { AND: await whereState(filter.state, new Date()) } : {}),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
    ...(filter.after === null ? {} : { cursor: { id: filter.after }, skip: 1 }),
    select: COLUMNS,
  })
}

function called(q: string): Prisma.PromotionWhereInput {
  const part = asWritten(q)

  return q === '' ? {} : { OR: [{ code: part }, { title: part }] }
}

async function whereState(state: PromotionState, now: Date): Promise<Prisma.PromotionWhereInput[]> {
  if (state === 'ended') return [{ endedAt: { not: null } }]
  if (state === 'expired') return [{ endedAt: null, endsAt: { lte: now } }]
  const usedUp = { id: { in: await listUsedUp() } }
  const open = { endedAt: null, OR: [{ endsAt: null }, { endsAt: { gt: now } }] }
  if (state === 'used_up') return [open, usedUp]

  return [open, { NOT: usedUp }, { startsAt: state === 'scheduled' ? { gt: now } : { lte: now } }]
}

async function listUsedUp(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT p."id" FROM "Promotion" p WHERE p."totalLimit" <=
      (SELECT count(*) FROM "PromotionUse" u WHERE u."promotionId" = p."id" AND u."releasedAt" IS NULL)
      AND NOT EXISTS (SELECT 1 FROM "Credit" c WHERE c."id" = p."id")`

  return rows.map(({ id }) => id)
}

/** Reads one promotion, `null` when there is none, or it is somebody's credit. */
export async function findPromotion(id: string, client: Tx = db()): Promise<PromotionData | null> {
  return client.promotion.findUnique({ where: { id, credit: null }, select: COLUMNS })
}

/** Counts the orders that hold each of these promotions now, and adds up what it took off them, in its currency. */
export async function sumUses(ids: string[]): Promise<Map<string, { used: number; givenMinor: number }>> {
  const rows = await db().$queryRaw<{ id: string; used: number; givenMinor: number }[]>`
    SELECT "promotionId" AS "id", count(*)::int AS "used",
      sum(coalesce("takenMinor", "discountMinor"))::float8 AS "givenMinor"
    FROM "PromotionUse" WHERE "promotionId" = ANY(${ids}) AND "releasedAt" IS NULL GROUP BY 1`

  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** Keeps a new promotion. Returns its id, `null` when its code is taken. */
export async function insertPromotion(
  promotion: PromotionTerms & { currency: string; createdBy: string },
  tx: Tx,
): Promise<string | null> {
  const id = newId('prm')
  const { count } = await tx.promotion.createMany({ data: [{ id, ...promotion }], skipDuplicates: true })

  return count === 1 ? id : null
}

/** Changes a promotion that nobody has changed since `turn` and that has not been ended. `false` otherwise. */
export async function updatePromotion(
  { id, turn }: { id: string; turn: number },
  changes: Omit<PromotionTerms, 'code'> | { endedAt: Date },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.promotion.updateMany({
    where: { id, turn, endedAt: null, credit: null },
    data: { ...changes, turn: { increment: 1 }, updatedAt: new Date() },
  })

  return count === 1
}

/** Reads what names every destination there is. */
export async function listDestinationNames() {
  return db().destination.findMany({
    select: {
      id: true,
      ownName: true,
      providerName: true,
      iso2: true,
      texts: { select: { locale: true, name: true } },
    },
  })
}

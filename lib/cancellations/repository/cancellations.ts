import 'server-only'
import { z } from 'zod'
import { NO_READINGS, type StoredReadings } from '#lib/cancellations/rules/cancellation-readings.ts'
import { findRefundabilityRules } from '#lib/catalog/repository/refundability-rules.ts'
import { ruleText } from '#lib/catalog/rules/refundability.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { hasOpenCancellation } from '#lib/fulfilment/repository/provider-orders.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { CancelState, EsimCancelState } from '#lib/generated/prisma/enums.ts'
import { answerWhenBought } from '#lib/refunds/rules/refund-answer.ts'

const select = {
  id: true,
  orderNum: true,
  itemId: true,
  state: true,
  reason: true,
  requestedBy: true,
  answer: true,
  outcome: true,
  looks: true,
  askedAt: true,
  sentAt: true,
  items: { select: { esimId: true, iccid: true } },
} as const satisfies Prisma.CancelAttemptSelect

/** One request to give eSIMs of a provider order back. Without items it is about the whole order. */
export type CancelRow = Prisma.CancelAttemptGetPayload<{ select: typeof select }>

type WholeCancellation = { orderNum: string; itemId: string; iccids: string[]; reason: string; requestedBy: string }

/**
 * Writes down that all eSIMs of a provider order are to be given back, due at once. `false` when a cancellation of
 * this order is open already, or was proven.
 */
export async function addWholeCancellation(input: WholeCancellation, tx: Tx): Promise<boolean> {
  const proven = await tx.cancelAttempt.count({
    where: { orderNum: input.orderNum, state: 'CONFIRMED', items: { none: {} } },
  })

  return proven === 0 && addRepeatedCancellation(input, tx)
}

/** The same once more, for an order that the network lists as living although its return was proven. */
export async function addRepeatedCancellation({ iccids, ...facts }: WholeCancellation, tx: Tx): Promise<boolean> {
  const { count } = await tx.cancelAttempt.createMany({
    data: [{ id: newId('can'), ...facts, answer: { iccids }, nextActionAt: new Date(0) }],
    skipDuplicates: true,
  })

  return count === 1
}

/** The cancellation, `null` when there is none. */
export async function getCancellation(id: string): Promise<CancelRow | null> {
  return db().cancelAttempt.findUnique({ where: { id }, select })
}

/**
 * Counts the other requests about the same provider order that were sent, or proven, since this one was sent. What changed
 * there can be their work.
 */
export async function countOtherRequests({ id, orderNum, sentAt }: CancelRow): Promise<number> {
  if (sentAt === null) return 0
  const since = { gte: sentAt }

  return db().cancelAttempt.count({
    where: { orderNum, id: { not: id }, OR: [{ sentAt: since }, { state: 'CONFIRMED', endedAt: since }] },
  })
}

/** The newest cancellation of a whole line, `null` when none was asked for. */
export async function findCancellationOfItem(
  itemId: string,
  orderNum: string,
  client: Tx = db(),
): Promise<CancelRow | null> {
  return client.cancelAttempt.findFirst({
    where: { itemId, orderNum, items: { none: {} } },
    orderBy: { askedAt: 'desc' },
    select,
  })
}

/** Moves a cancellation whose lease is held. `false` when it has left `from` or the lease was lost. */
export async function moveCancellation(
  lease: Lease,
  move: { from: CancelState; to: CancelState; changes?: Omit<Prisma.CancelAttemptUncheckedUpdateManyInput, 'state'> },
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.cancelAttempt.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/**
 * Which requests are wanted: by the instant of `by`, of staff or of buyers, behind the one with the id `after`; `ids` are the
 * only ones that may be among them.
 */
export type CancellationRowInput = {
  ids: string[] | null
  by: 'askedAt' | 'endedAt'
  asker: 'staff' | 'buyer' | null
  from: Date | null
  until: Date | null
  after: string | null
  limit: number
}

/**
 * Lists the ids of requests for single eSIMs in these states, behind one of them: from the oldest asked on, or from the
 * one that ended last. Each state is read from its own end of the index, however many there are.
 */
export async function listCancellationIds(states: CancelState[], input: CancellationRowInput): Promise<string[]> {
  const { ids, by, asker, from, until, after, limit } = input
  const last = after && (await db().cancelAttempt.findUnique({ where: { id: after }, select: { [by]: true } }))
  const at = last ? last[by] : null
  const [column, order] = by === 'askedAt' ? [REQUESTED_AT, OLDEST_FIRST] : [ENDED_AT, NEWEST_FIRST]
  const further = by === 'askedAt' ? Prisma.sql`>` : Prisma.sql`<`
  const conditions = [
    Prisma.sql`EXISTS (SELECT 1 FROM "CancelItem" i WHERE i."attemptId" = "CancelAttempt"."id")`,
    ...(ids ? [Prisma.sql`"id" = ANY(${ids}::text[])`] : []),
    ...(asker ? [Prisma.sql`starts_with("requestedBy", 'staff:') = ${asker === 'staff'}`] : []),
    ...(from ? [Prisma.sql`${column} >= ${from}`] : []),
    ...(until ? [Prisma.sql`${column} < ${until}`] : []),
    ...(at ? [Prisma.sql`(${column}, "id") ${further} (${at}, ${after})`] : []),
  ]
  const parts = states.map(
    (state) => Prisma.sql`(
      SELECT "id", ${column} AS "at" FROM "CancelAttempt" WHERE "state" = ${state}::"CancelState"
        AND ${Prisma.join(conditions, ' AND ')}
      ORDER BY ${column} ${order}, "id" ${order} LIMIT ${limit})`,
  )
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM (${Prisma.join(parts, ' UNION ALL ')}) x ORDER BY "at" ${order}, "id" ${order} LIMIT ${limit}`

  return rows.map(({ id }) => id)
}

const REQUESTED_AT = Prisma.sql`"askedAt"`
const ENDED_AT = Prisma.sql`"endedAt"`
const OLDEST_FIRST = Prisma.sql`ASC`
const NEWEST_FIRST = Prisma.sql`DESC`

/** How many requests for single eSIMs stand in these states, counted up to `most`: never all of a long list. */
export async function countCancellations(states: CancelState[], max: number): Promise<number> {
  const list = Prisma.join(states.map((state) => Prisma.sql`${state}::"CancelState"`))
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "CancelAttempt" a WHERE a."state" IN (${list})
        AND EXISTS (SELECT 1 FROM "CancelItem" i WHERE i."attemptId" = a."id") LIMIT ${max}
    ) AS "some"`

  return row?.count ?? 0
}

const esimSelect = {
  id: true,
  iccid: true,
  itemId: true,
  orderNum: true,
  position: true,
  priceShareMinor: true,
  activateBefore: true,
  revealedAt: true,
  cancelState: true,
  facts: true,
  item: {
    select: {
      orderId: true,
      state: true,
      kind: true,
      placedAt: true,
      createdAt: true,
      order: { select: { number: true, currency: true } },
      quote: { select: { snapshot: true } },
    },
  },
  providerOrder: { select: { lockDecisionAt: true, refetchedAt: true } },
} as const satisfies Prisma.EsimSelect

/** An eSIM as a decision about its return needs it. */
export type EsimToCancel = Prisma.EsimGetPayload<{ select: typeof esimSelect }>

/** Tells whether the terms of all these plans, as they are judged today, leave a refund until a code is shown. */
export async function haveRefund(items: { quote: { snapshot: unknown } }[]): Promise<boolean> {
  const texts = items.map(({ quote }) => ruleText(parseQuoteSnapshot(quote.snapshot).words))
  const ruleOf = await findRefundabilityRules(texts)
  const now = new Date()

  return texts.every((text) => answerWhenBought({ rule: ruleOf(text), isTopUp: false, now }).answer !== 'no')
}

/** The eSIMs of an order, in their places. */
export async function listCancellableEsims(orderId: string, client: Tx = db()): Promise<EsimToCancel[]> {
  return client.esim.findMany({
    where: { item: { orderId } },
    orderBy: [{ item: { position: 'asc' } }, { position: 'asc' }],
    select: esimSelect,
  })
}

/**
 * Keeps what the provider has just said about an eSIM beside what it said before, with the older of its two readings as
 * date. Two answers that come at the same moment both stay.
 */
export async function storeEsimReadings(esimId: string, said: Partial<StoredReadings>): Promise<void> {
  const before = Prisma.sql`CASE WHEN jsonb_typeof("facts") = 'object' THEN "facts" ELSE '{}'::jsonb END`
  const facts = Prisma.sql`(${JSON.stringify(NO_READINGS)}::jsonb || ${before} || ${JSON.stringify(said)}::jsonb)`
  await db().$executeRaw`
    UPDATE "Card" SET "facts" = ${facts}, "factsReadAt" =
      LEAST((${facts} ->> 'orderReadAt')::timestamptz, (${facts} ->> 'signalReadAt')::timestamptz)
    WHERE "id" = ${esimId}`
}

/**
 * Notes that an eSIM is asked back. `false` when it was revealed since it was judged, or its return is on its way.
 *
 * A compare-and-set on the eSIM: a reveal at the same moment wins or loses, never both.
 */
export async function markRequested(
  esim: Pick<EsimToCancel, 'id' | 'revealedAt' | 'cancelState'>,
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.esim.updateMany({
    where: { id: esim.id, cancelState: esim.cancelState, revealedAt: esim.revealedAt, item: { state: 'DELIVERED' } },
    data: { cancelState: 'ASKED' },
  })

  return count === 1
}

/** A request to give some eSIMs of one provider order back, with what was answered about each. */
export type NewCancellation = {
  orderNum: string
  itemId: string
  reason: string
  requestedBy: string
  once: { key: string; fingerprint: string }
  esims: { id: string; iccid: string; answer: string }[]
  /** The answers with their facts, as they stood when the request was taken. */
  answers: Prisma.InputJsonArray
}

/** Queues a return, due at once; it waits its turn when another one of the same order is open. Needs the order's lock. */
export async function addCancellation(input: NewCancellation, tx: Tx): Promise<'ASKED' | 'WAITING'> {
  const state = (await hasOpenCancellation(input.orderNum, tx)) ? 'WAITING' : 'ASKED'
  await tx.cancelAttempt.create({
    data: {
      id: newId('can'),
      orderNum: input.orderNum,
      itemId: input.itemId,
      state,
      reason: input.reason,
      requestedBy: input.requestedBy,
      onceKey: input.once.key,
      fingerprint: input.once.fingerprint,
      answer: { iccids: input.esims.map(({ iccid }) => iccid), cards: input.answers },
      nextActionAt: state === 'ASKED' ? new Date(0) : null,
      items: { create: input.esims.map(({ id, iccid, answer }) => ({ esimId: id, iccid, answer })) },
    },
    select: { id: true },
  })

  return state
}

/** Queues a request for each eSIM of one that has ended, to be sent one behind the other. Needs the order's lock. */
export async function addSingleCancellations(attemptId: string, tx: Tx): Promise<void> {
  const whole = await tx.cancelAttempt.findUniqueOrThrow({ where: { id: attemptId }, include: { items: true } })
  const { orderNum, itemId, reason, requestedBy } = whole
  for (const { esimId, iccid, answer } of whole.items) {
    const answers = judgedSchema
      .parse(whole.answer)
      .cards.filter(({ cardId }) => cardId === esimId) as Prisma.InputJsonArray
    await tx.cancelAttempt.create({
      data: {
        id: newId('can'),
        ...{ orderNum, itemId, reason, requestedBy, state: 'WAITING' },
        answer: { iccids: [iccid], cards: answers },
        items: { create: { esimId, iccid, answer } },
      },
      select: { id: true },
    })
  }
}

const judgedSchema = z.object({ cards: z.array(z.looseObject({ cardId: z.string() })) }).catch({ cards: [] })

/** Lets the return that waits longest for its turn in this order go ahead. Needs the order's lock. */
export async function wakeNextCancellation(orderNum: string, tx: Tx): Promise<void> {
  const next = await tx.cancelAttempt.findFirst({
    where: { orderNum, state: 'WAITING' },
    orderBy: { askedAt: 'asc' },
    select: { id: true },
  })
  if (!next) return
  await tx.cancelAttempt.updateMany({
    where: { id: next.id, state: 'WAITING' },
    data: { state: 'ASKED', nextActionAt: new Date(0) },
  })
}

/** The eSIMs that were asked back in an order under this key, with the fingerprint of the request. `null`: nothing was. */
export async function findCancellationByKey(
  orderId: string,
  key: string,
): Promise<{ fingerprint: string | null; esimIds: string[] } | null> {
  const rows = await db().cancelAttempt.findMany({
    where: { onceKey: key, items: { some: { esim: { item: { orderId } } } } },
    select: { fingerprint: true, items: { select: { esimId: true } } },
  })
  const [first] = rows
  if (!first) return null

  return { fingerprint: first.fingerprint, esimIds: rows.flatMap((row) => row.items.map(({ esimId }) => esimId)) }
}

/** Moves the eSIMs of a return together. Those that have left `from` stay where they are. */
export async function moveCancellationEsims(
  attemptId: string,
  { from, to }: { from: EsimCancelState[]; to: EsimCancelState },
  tx: Tx,
): Promise<void> {
  await tx.esim.updateMany({
    where: { cancelItems: { some: { attemptId } }, cancelState: { in: from } },
    data: { cancelState: to },
  })
}

/** Locks the eSIMs of a return until the transaction ends: the last lock in every transaction that touches money. */
export async function lockCancellationEsims(attemptId: string, tx: Tx) {
  await tx.$queryRaw`
    SELECT c."id" FROM "Card" c JOIN "CancelItem" i ON i."cardId" = c."id"
    WHERE i."attemptId" = ${attemptId} ORDER BY c."id" FOR UPDATE OF c`

  return tx.esim.findMany({
    where: { cancelItems: { some: { attemptId } } },
    orderBy: { position: 'asc' },
    select: { id: true, itemId: true, priceShareMinor: true, cancelState: true, item: { select: { orderId: true } } },
  })
}

/** Locks the eSIMs of an item that are still with their buyer: money may be given for them. */
export async function lockCancellable(itemId: string, tx: Tx): Promise<{ id: string; priceShareMinor: number }[]> {
  return tx.$queryRaw<{ id: string; priceShareMinor: number }[]>`
    SELECT "id", "priceShareMinor" FROM "Card"
    WHERE "lineId" = ${itemId} AND "cancelState" IN ('NONE', 'REFUSED') ORDER BY "position" FOR UPDATE`
}

/** An eSIM of a return, with its share of the price. */
export type CancelledEsim = Awaited<ReturnType<typeof lockCancellationEsims>>[number]

/** Writes down the first step of a withdrawal. */
export async function addWithdrawal(row: { id: string; orderId: string | null }): Promise<void> {
  await db().withdrawal.create({ data: row, select: { id: true } })
}

/** A withdrawal, `null` when there is none of this id. */
export async function findWithdrawal(id: string, client: Tx = db()) {
  return client.withdrawal.findUnique({ where: { id }, select: { id: true, orderId: true, confirmedAt: true } })
}

/** Makes a first step a statement, once. False when it was one already. */
export async function confirmWithdrawalRow(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.withdrawal.updateMany({
    where: { id, confirmedAt: null },
    data: { confirmedAt: new Date() },
  })

  return count === 1
}

/** Statements whose consequences have not been drawn yet, oldest first. */
export async function listOpenWithdrawals({ after, limit }: { after: OpenWithdrawal | null; limit: number }) {
  return db().$queryRaw<OpenWithdrawal[]>`
    SELECT "id", "orderId", "confirmedAt" FROM "Withdrawal"
    WHERE "confirmedAt" IS NOT NULL AND "actedAt" IS NULL AND "orderId" IS NOT NULL
      AND (${after?.id ?? null}::text IS NULL OR ("confirmedAt", "id") > (${after?.confirmedAt ?? null}::timestamptz, ${after?.id ?? null}))
    ORDER BY "confirmedAt", "id" LIMIT ${limit}`
}

/** A statement whose consequences are not drawn yet. */
export type OpenWithdrawal = { id: string; orderId: string; confirmedAt: Date }

/** Notes what came of a statement. `false` when somebody has noted it already. */
export async function endWithdrawal(id: string, outcome: Prisma.InputJsonObject, tx: Tx): Promise<boolean> {
  const { count } = await tx.withdrawal.updateMany({
    where: { id, actedAt: null },
    data: { actedAt: new Date(), outcome },
  })

  return count === 1
}

/** The lines and eSIMs of an order that a withdrawal concerns. */
export async function listWithdrawable(orderId: string) {
  return db().orderItem.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { id: true, state: true, kind: true, esims: { select: { id: true, revealedAt: true, cancelState: true } } },
  })
}

import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { ledgerBatches } from '#lib/finance/repository/ledger.ts'
import { brokenOrderPromises } from '#lib/operations/rules/invariants.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { listOverspentCredits } from '#lib/refunds/repository/credits.ts'

const STUCK_MS = 5 * 60_000
const LEASE_GRACE_MS = 150_000
const BUYING_CALLS = ['addEsimOrder', 'renewCard', 'renewCardByApiCode']

/** One promise of the store that does not hold, and where. */
export type Breach = { invariant: string; subject: string; detail: string }

/** A call of ours as the provider wrote it down; `reference` is that of the attempt. */
export type ForeignCall = { path: string; reference: string | null; orderNum: string | null }

/**
 * Returns every promise of the store that is broken now; none is what it should be. Changes nothing.
 *
 * `providerCalls` is the provider's own list of calls, where there is one to compare with (a sandbox).
 */
export async function checkInvariants(providerCalls: ForeignCall[] | null = null): Promise<Breach[]> {
  const broken: Breach[] = []
  for await (const orders of ledgerBatches()) broken.push(...brokenOrderPromises(orders))
  const groups = await Promise.all([
    broken,
    unsentCalls(),
    refundsAboveShares(),
    miscountedPromotions(),
    forfeitedOrders(),
    stuckRows(),
    unappliedEvents(),
    providerCalls ? foreignCalls(providerCalls) : [],
  ])

  return groups.flat()
}

/** I5: an order call in our log has a note "sent" of its own, from before the call. */
async function unsentCalls(): Promise<Breach[]> {
  const rows = await db().$queryRaw<{ reference: string | null; calls: number; sent: number }[]>`
    SELECT c."reference", count(*)::int AS "calls", count(a."sentAt")::int AS "sent"
    FROM "CallLog" c LEFT JOIN "Attempt" a ON a."attemptRef" = c."reference" AND a."sentAt" <= c."at"
    WHERE c."endpoint" IN ('placeOrder', 'topUp', 'topUpByPlanCode') AND c."class" NOT IN ('not_sent', 'no_session', 'invalid_params', 'not_configured')
      AND c."reference" IS NOT NULL AND (c."note" IS NULL OR c."note" NOT LIKE 'late:%')
    GROUP BY c."reference" HAVING count(*) <> count(a."sentAt") OR count(*) > 1`

  return rows.map(({ reference, calls, sent }) => breach('I5', reference, `${calls} calls, ${sent} notes "sent"`))
}

/** I7: what goes back never exceeds what was taken, per payment and per card. */
async function refundsAboveShares(): Promise<Breach[]> {
  const payments = await db().$queryRaw<{ id: string; planned: number; captured: number }[]>`
    SELECT p."id", sum(r."amountMinor")::int AS "planned", p."capturedMinor" AS "captured"
    FROM "Payment" p JOIN "Refund" r ON r."paymentId" = p."id" AND r."state" <> 'REFUSED'
    GROUP BY p."id" HAVING sum(r."amountMinor") > p."capturedMinor"`
  const esims = await db().$queryRaw<{ id: string; planned: number; share: number }[]>`
    SELECT c."id", sum(i."amountMinor")::int AS "planned", c."priceShareMinor" AS "share"
    FROM "Card" c JOIN "RefundItem" i ON i."cardId" = c."id" JOIN "Refund" r ON r."id" = i."refundId"
    WHERE r."state" <> 'REFUSED' GROUP BY c."id" HAVING sum(i."amountMinor") > c."priceShareMinor"`

  return [
    ...payments.map(({ id, planned, captured }) => breach('I7', id, `${planned} back of ${captured}`)),
    ...esims.map(({ id, planned, share }) => breach('I7', id, `${planned} back of a share of ${share}`)),
  ]
}

/** I11: what promotions took off an order is what its items cost less, and no more orders hold one than may. */
async function miscountedPromotions(): Promise<Breach[]> {
  const orders = await db().$queryRaw<{ id: string; noted: number; taken: number }[]>`
    SELECT u."orderId" AS "id", u."noted", l."taken"
    FROM (SELECT "orderId", sum("discountMinor")::int AS "noted" FROM "PromotionUse" GROUP BY "orderId") u
    JOIN LATERAL (SELECT sum("discountMinor")::int AS "taken" FROM "Line" WHERE "orderId" = u."orderId") l ON true
    WHERE u."noted" <> l."taken"`
  // A limit that was lowered later is no broken promise: only orders from before it can be above it.
  const promotions = await db().$queryRaw<{ id: string; held: number; most: number }[]>`
    SELECT p."id", count(*)::int AS "held", p."totalLimit" AS "most"
    FROM "Promotion" p JOIN "PromotionUse" u ON u."promotionId" = p."id" AND u."releasedAt" IS NULL
    WHERE p."turn" = 1 GROUP BY p."id" HAVING count(*) > p."totalLimit"`

  const credits = await listOverspentCredits()

  return [
    ...credits.map(({ id, leftMinor }) => breach('I11', id, `${-leftMinor} spent that was not given`)),
    ...orders.map(({ id, noted, taken }) => breach('I11', id, `${noted} taken off, ${taken} off its lines`)),
    ...promotions.map(({ id, held, most }) => breach('I11', id, `${held} orders of ${most}`)),
  ]
}

/** I6: the call that ends the right to cancel was made only where a person had decided it. */
async function forfeitedOrders(): Promise<Breach[]> {
  const rows = await db().$queryRaw<{ orderNum: string | null }[]>`
    SELECT DISTINCT c."orderNum" FROM "CallLog" c LEFT JOIN "UpstreamOrder" u ON u."orderNum" = c."orderNum"
    WHERE c."endpoint" = 'fetchOrderAndForfeitCancellation' AND (u."lockDecisionAt" IS NULL OR u."lockDecisionAt" > c."at")`

  return rows.map(({ orderNum }) => breach('I6', orderNum, 'forfeited without a decision'))
}

/** I10: no row under way is without a date, or past it for longer than a dead worker explains. */
async function stuckRows(): Promise<Breach[]> {
  const lateMs = Math.max(LEASE_GRACE_MS, scaled(STUCK_MS))
  const rows = await db().$queryRaw<{ id: string; state: string }[]>`
    SELECT "id", "state"::text AS "state" FROM "Line"
    WHERE "state" IN ('READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE',
        'CANCELLING', 'CANCEL_UNKNOWN', 'REFUND_DUE', 'REFUNDING')
      AND ("nextActionAt" IS NULL OR "nextActionAt" < clock_timestamp() - ${lateMs} * interval '1 millisecond')
    UNION ALL
    SELECT "id", "state"::text FROM "Payment"
    WHERE "state" IN ('INTENDED', 'OPEN', 'CAPTURING', 'VOIDING')
      AND ("nextActionAt" IS NULL OR "nextActionAt" < clock_timestamp() - ${lateMs} * interval '1 millisecond')
    UNION ALL
    SELECT "id", "state"::text FROM "Refund"
    WHERE "state" IN ('INTENDED', 'SENT')
      AND ("nextActionAt" IS NULL OR "nextActionAt" < clock_timestamp() - ${lateMs} * interval '1 millisecond')`

  return rows.map(({ id, state }) => breach('I10', id, `${state} is forgotten`))
}

/** I8: an event is applied once, and none about a payment of ours lies about. */
async function unappliedEvents(): Promise<Breach[]> {
  const rows = await db().$queryRaw<{ eventId: string }[]>`
    SELECT "eventId" FROM "ProviderEvent" WHERE "state" = 'RECEIVED'
      AND "receivedAt" < clock_timestamp() - ${LEASE_GRACE_MS} * interval '1 millisecond'`

  return rows.map(({ eventId }) => breach('I8', eventId, 'received and never applied'))
}

/** I5 and I6 by the books of the provider: it knows no call of ours that we had not written down before. */
async function foreignCalls(calls: ForeignCall[]): Promise<Breach[]> {
  const isPath = (call: ForeignCall, name: string) => call.path.endsWith(`/${name}`)
  const placed = calls
    .filter((call) => BUYING_CALLS.some((name) => isPath(call, name)))
    .map((call) => call.reference ?? '')
  const attempts = await db().attempt.findMany({ where: { sentAt: { not: null } }, select: { attemptRef: true } })
  const sent = new Set(attempts.map((attempt) => attempt.attemptRef))
  const forfeits = calls.filter((call) => isPath(call, 'getOrderInfo'))
  const decided = await db().providerOrder.findMany({
    where: { orderNum: { in: forfeits.flatMap(({ orderNum }) => orderNum ?? []) }, lockDecisionAt: { not: null } },
    select: { orderNum: true },
  })
  const known = new Set(decided.map((order) => order.orderNum))

  return [
    ...placed.filter((ref) => !sent.has(ref)).map((ref) => breach('I5', ref, 'called without a note "sent"')),
    ...repeated(placed).map((ref) => breach('I5', ref, 'called more than once')),
    ...forfeits
      .filter(({ orderNum }) => orderNum === null || !known.has(orderNum))
      .map(({ orderNum }) => breach('I6', orderNum, 'forfeited without a decision')),
  ]
}

function repeated(references: string[]): string[] {
  return [...new Set(references.filter((ref, index) => references.indexOf(ref) !== index))]
}

function breach(invariant: string, subject: string | null, detail: string): Breach {
  return { invariant, subject: subject ?? 'unknown', detail }
}

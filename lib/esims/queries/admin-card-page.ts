import 'server-only'
import { parseStoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskEmail, maskIccid } from '#lib/core/rules/mask.ts'
import type { AdminCardPage, CardPlanStep } from '#lib/esims/rules/admin-cards.ts'

const MOST_READINGS = 200
const MOST_SHARES = 50

const stepColumns = {
  id: true,
  kind: true,
  state: true,
  placedAt: true,
  createdAt: true,
  order: { select: { id: true, number: true, currency: true, person: { select: { id: true, email: true } } } },
  quote: { select: { days: true, startDate: true, snapshot: true } },
  upstreamOrders: {
    orderBy: { createdAt: 'asc' },
    select: { orderNum: true, status: true, statusReadAt: true },
  },
} as const

/**
 * Reads everything that is known here about one card: its own facts, and the plans on it as a time line, with the orders
 * behind them. Of what was read about its use a page, behind one that was shown. `null` when there is no such card. No code is
 * read. Throws `forbidden`.
 */
export async function getAdminCard(
  caller: Caller,
  id: string,
  lastReading: string | null = null,
): Promise<AdminCardPage | null> {
  requirePermission(caller, 'orders.see')
  const card = await db().card.findUnique({
    where: { id },
    select: {
      id: true,
      iccid: true,
      travellerName: true,
      revealedAt: true,
      revealedBy: true,
      activateBefore: true,
      cancelState: true,
      priceShareMinor: true,
      facts: true,
      line: { select: stepColumns },
    },
  })
  if (!card) return null
  const [withCode, topUps, readings, shares] = await Promise.all([
    db().card.count({ where: { id, sealedCode: { not: null } } }),
    listTopUps(id),
    listReadings(id, lastReading),
    listShares(id),
  ])
  const { profileStatus, signalReadAt } = parseStoredFacts(card.facts)
  const seesIccid = can(caller, 'iccids.see')
  const seesPersons = can(caller, 'persons.see')
  const { person, ...order } = card.line.order

  return {
    id,
    iccid: seesIccid ? card.iccid : maskIccid(card.iccid),
    isMasked: !seesIccid,
    order,
    customer: { id: person.id, email: seesPersons || person.email === '' ? person.email : maskEmail(person.email) },
    traveller: seesPersons ? card.travellerName : null,
    hasCode: withCode > 0,
    openedAt: card.revealedAt,
    openedBy: card.revealedBy === null ? null : card.revealedBy.startsWith('staff:') ? 'staff' : 'buyer',
    activateBefore: card.activateBefore,
    cancelState: card.cancelState,
    priceShareMinor: card.priceShareMinor,
    profileStatus,
    signalReadAt: signalReadAt === null ? null : new Date(signalReadAt),
    isDelivered: card.line.state === 'DELIVERED',
    steps: [card.line, ...topUps].map(toStep),
    readings: { ...readings, isFirst: lastReading === null },
    shares,
  }
}

async function listReadings(cardId: string, after: string | null): Promise<Omit<AdminCardPage['readings'], 'isFirst'>> {
  const last = after === null ? null : await db().usageReading.findUnique({ where: { id: BigInt(after), cardId } })
  const behind = last && { readAt: { lte: last.readAt }, NOT: { readAt: last.readAt, id: { gte: last.id } } }
  const [found, all] = await Promise.all([
    db().usageReading.findMany({
      where: { cardId, ...behind },
      orderBy: [{ readAt: 'desc' }, { id: 'desc' }],
      take: MOST_READINGS + 1,
      select: { id: true, orderNum: true, usedMb: true, totalMb: true, firstReadAt: true, readAt: true },
    }),
    db().usageReading.count({ where: { cardId } }),
  ])
  const rows = found.slice(0, MOST_READINGS).map((row) => ({ ...row, id: String(row.id) }))

  return { rows, all, older: found.length > MOST_READINGS ? (rows.at(-1)?.id ?? null) : null }
}

function listShares(cardId: string) {
  return db().cardShare.findMany({
    where: { cardId },
    orderBy: { createdAt: 'desc' },
    take: MOST_SHARES,
    select: { id: true, createdAt: true, expiresAt: true, openedAt: true, endedAt: true },
  })
}

function listTopUps(cardId: string) {
  return db().line.findMany({
    // What was never paid put nothing on an eSIM.
    where: { cardId, kind: 'RENEWAL', state: { notIn: ['AWAITING_PAYMENT', 'EXPIRED'] } },
    orderBy: { createdAt: 'asc' },
    select: stepColumns,
  })
}

type StepLine = Awaited<ReturnType<typeof listTopUps>>[number]

function toStep(line: StepLine): CardPlanStep {
  const { amount, term } = parseQuoteSnapshot(line.quote.snapshot)

  return {
    lineId: line.id,
    kind: line.kind,
    order: { id: line.order.id, number: line.order.number },
    amount: `${amount.value} ${amount.unit}`,
    days: quotedDays({ term }, line.quote.days),
    startDate: line.quote.startDate,
    status: line.state,
    at: line.placedAt ?? line.createdAt,
    networkOrders: line.upstreamOrders.map(({ statusReadAt, ...order }) => ({ ...order, readAt: statusReadAt })),
  }
}

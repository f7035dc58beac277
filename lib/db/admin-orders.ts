import 'server-only'
import type { OrderSearch, OrderTab } from '#lib/domain/admin-orders.ts'
import type { LineState } from '#lib/domain/line-states.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { QUOTED_PLAN } from './admin-quote.ts'
import { db } from './client.ts'

/** A place in the list of orders, newest first. */
export type OrderKey = { createdAt: Date; id: string }

/** Which orders are wanted. Exactly one page: those older than `after`, or the ones just newer than `before`. */
export type OrderWish = {
  tab: OrderTab
  from: Date | null
  until: Date | null
  state: LineState | null
  after: OrderKey | null
  before: OrderKey | null
  limit: number
}

const OPEN_STATES: LineState[] = [
  'AWAITING_PAYMENT',
  'READY',
  'PLACING',
  'UNKNOWN',
  'REJECTED',
  'PLACED',
  'CAPTURING',
  'FETCHING',
  'CANCELLING',
  'CANCEL_UNKNOWN',
  'REFUND_DUE',
  'REFUNDING',
  'HELD',
]
const DELIVERED_STATES: LineState[] = ['DELIVERABLE', 'DELIVERED']
const RETURNED_STATES: LineState[] = ['CANCELLED', 'REFUNDED']

/** Reads the ids of a page of orders in the order of the list: by key, without counting or skipping rows. */
export async function listOrderIds(wish: OrderWish): Promise<string[]> {
  const conditions = [
    ...tabCondition(wish.tab),
    ...(wish.state ? [hasLineIn([wish.state])] : []),
    ...(wish.from ? [Prisma.sql`o."createdAt" >= ${wish.from}`] : []),
    ...(wish.until ? [Prisma.sql`o."createdAt" < ${wish.until}`] : []),
    ...(wish.after ? [Prisma.sql`(o."createdAt", o."id") < (${wish.after.createdAt}, ${wish.after.id})`] : []),
    ...(wish.before ? [Prisma.sql`(o."createdAt", o."id") > (${wish.before.createdAt}, ${wish.before.id})`] : []),
  ]
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty
  const direction = wish.before ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT o."id" FROM "Order" o ${where}
    ORDER BY o."createdAt" ${direction}, o."id" ${direction} LIMIT ${wish.limit}`
  const ids = rows.map(({ id }) => id)

  return wish.before ? ids.reverse() : ids
}

function tabCondition(tab: OrderTab): Prisma.Sql[] {
  if (tab === 'needs-action') return [NEEDS_ACTION]
  if (tab === 'open') return [hasLineIn(OPEN_STATES)]
  // Most orders are delivered: asking each of the newest is quicker than collecting them all, as EXISTS would.
  if (tab === 'delivered') {
    return [
      Prisma.sql`(SELECT true FROM "Line" l WHERE l."orderId" = o."id"
        AND l."state"::text IN (${Prisma.join(DELIVERED_STATES)}) LIMIT 1)`,
    ]
  }

  return tab === 'returned' ? [hasLineIn(RETURNED_STATES)] : []
}

function hasLineIn(states: LineState[]): Prisma.Sql {
  const list = Prisma.join(states.map((state) => Prisma.sql`${state}::"LineState"`))

  return Prisma.sql`o."id" IN (SELECT l."orderId" FROM "Line" l WHERE l."state" IN (${list}))`
}

const NEEDS_ACTION = Prisma.sql`o."id" IN (
  SELECT l."orderId" FROM "Line" l WHERE l."state" = 'HELD'
  UNION SELECT l."orderId" FROM "Line" l
    WHERE l."state" = 'UNKNOWN' AND l."unknownSince" < clock_timestamp() - interval '30 minutes'
  UNION SELECT p."orderId" FROM "Refund" r JOIN "Payment" p ON p."id" = r."paymentId" WHERE r."state" = 'REFUSED')`

const ROW_COLUMNS = {
  id: true,
  number: true,
  currency: true,
  totalMinor: true,
  mode: true,
  createdAt: true,
  person: { select: { email: true } },
  payments: { select: { state: true, capturedMinor: true, refundedMinor: true } },
  lines: {
    orderBy: { id: 'asc' },
    select: {
      state: true,
      reason: true,
      quote: {
        select: QUOTED_PLAN,
      },
      upstreamOrders: { select: { orderNum: true, lockedBy: true, lockDecisionAt: true, refetchedAt: true } },
    },
  },
} as const satisfies Prisma.OrderSelect

/** An order as the list needs it. */
export type OrderRowData = Prisma.OrderGetPayload<{ select: typeof ROW_COLUMNS }>

/** Reads the rows of these orders, in the order of the ids. */
export async function readOrderRows(ids: string[]): Promise<OrderRowData[]> {
  const rows = await db().order.findMany({ where: { id: { in: ids } }, select: ROW_COLUMNS })
  const byId = new Map(rows.map((row) => [row.id, row]))

  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Reads the place of an order in the list. */
export async function findOrderKey(id: string): Promise<OrderKey | null> {
  return db().order.findUnique({ where: { id }, select: { id: true, createdAt: true } })
}

/** Looks one meaning of a search up by its index; newest first, as many as `limit`. */
export async function searchOrders(search: OrderSearch, limit: number): Promise<string[]> {
  if (search.kind === 'number')
    return oneId(await db().order.findUnique({ where: { number: search.number }, select: ID }))
  if (search.kind === 'network') {
    const row = await db().upstreamOrder.findUnique({
      where: { orderNum: search.orderNum },
      select: { line: { select: { orderId: true } } },
    })

    return row ? [row.line.orderId] : []
  }
  if (search.kind === 'iccid') {
    const row = await db().card.findUnique({
      where: { iccid: search.iccid },
      select: { line: { select: { orderId: true } } },
    })

    return row ? [row.line.orderId] : []
  }
  if (search.kind === 'iccid_end') return searchCardEnd(search.end, limit)
  if (search.kind === 'payment') return searchPayment(search.id, limit)
  const rows = await db().order.findMany({
    where: { person: { email: search.email } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: ID,
  })

  return rows.map(({ id }) => id)
}

const ID = { id: true } as const

function oneId(row: { id: string } | null): string[] {
  return row ? [row.id] : []
}

async function searchCardEnd(end: string, limit: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT l."orderId" AS "id" FROM "Card" c JOIN "Line" l ON l."id" = c."lineId"
    WHERE right(c."iccid", 6) = ${end} LIMIT ${limit}`

  return rows.map(({ id }) => id)
}

// The unique indexes begin with the provider, so every provider is named.
const PROVIDERS = ['test', 'stripe', 'bank_transfer']

async function searchPayment(id: string, limit: number): Promise<string[]> {
  const own = await db().payment.findUnique({ where: { id }, select: { orderId: true } })
  if (own) return [own.orderId]
  const rows = await db().payment.findMany({
    where: { provider: { in: PROVIDERS }, OR: [{ objectId: id }, { sessionId: id }] },
    take: limit,
    select: { orderId: true },
  })

  return [...new Set(rows.map(({ orderId }) => orderId))]
}

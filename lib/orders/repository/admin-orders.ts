import 'server-only'
import { db, pool } from '#lib/core/repository/client.ts'
import { hasSoldItem } from '#lib/finance/repository/sold-lines.ts'
import { type PaymentState, Prisma } from '#lib/generated/prisma/client.ts'
import type { OrderSearch, OrderTab } from '#lib/orders/rules/admin-orders.ts'
import { ENDED_STATES, ITEM_STATES, type ItemState } from '#lib/orders/rules/item-states.ts'

/** What staff read about the plan of an item: how many, for how long, and where. */
export const QUOTED_PLAN = {
  count: true,
  days: true,
  plan: {
    select: {
      amountValue: true,
      amountUnit: true,
      validityDays: true,
      kind: true,
      destination: { select: { providerName: true, ownName: true, iso2: true } },
    },
  },
} as const satisfies Prisma.QuoteSelect

/** A place in the list of orders, newest first. */
export type OrderKey = { createdAt: Date; id: string }

/** Orders of a mode (and a currency) as the figures of a day count them. */
export type CountedOrders = { kind: 'sold' | 'delivered'; mode: string; currency: string | null }

/** Which orders are wanted. Exactly one page: those older than `after`, or the ones just newer than `before`. */
export type OrderListFilter = {
  tab: OrderTab
  from: Date | null
  until: Date | null
  state: ItemState | null
  tag: string | null
  /** The member of staff who looks after the order. */
  assignee: string | null
  /** Those that a figure counts. */
  counted: CountedOrders | null
  /** A promotion that took something off the order. */
  promotion: string | null
  /** The rows of people whose orders are meant. */
  people: string[] | null
  after: OrderKey | null
  before: OrderKey | null
  limit: number
}

const OPEN_STATES = ITEM_STATES.filter((state) => !['DELIVERABLE', ...ENDED_STATES].includes(state))
const DELIVERED_STATES: ItemState[] = ['DELIVERABLE', 'DELIVERED']
const CANCELLED_STATES: ItemState[] = ['CANCELLED', 'REFUNDED']

const TAB_STATES: Partial<Record<OrderTab, ItemState[]>> = {
  open: OPEN_STATES,
  delivered: DELIVERED_STATES,
  returned: CANCELLED_STATES,
}

/** Reads the ids of a page of orders in the order of the list: by key, without counting or skipping rows. */
export async function listOrderIds(filter: OrderListFilter): Promise<string[]> {
  const states = filter.tab === 'needs-action' ? null : statesOf(filter)
  const direction = filter.before ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const rows = await db().$queryRaw<{ id: string }[]>(
    states ? ordersByState(filter, states, direction) : ordersByTime(filter, direction),
  )
  const ids = rows.map(({ id }) => id)

  return filter.before ? ids.reverse() : ids
}

/** States of which an order must have a line: in one of `first`, and where `also` is named, in one of those too. */
type States = { first: ItemState[]; also: ItemState[] | null }

/** Returns the states that a request means, the rarer ones first; `null` when every order will do. */
function statesOf({ tab, state }: OrderListFilter): States | null {
  const ofTab = TAB_STATES[tab] ?? null
  if (state === null) return ofTab && { first: ofTab, also: null }
  if (ofTab === null || ofTab.includes(state)) return { first: [state], also: null }

  return tab === 'open' || state === 'DELIVERED' ? { first: ofTab, also: [state] } : { first: [state], also: ofTab }
}

/** Each state by itself is read in order from the index of states, as far as the page reaches: never all of them. */
function ordersByState(filter: OrderListFilter, { first, also }: States, direction: Prisma.Sql): Prisma.Sql {
  const conditions = [
    ...within(filter, { at: Prisma.sql`l."orderedAt"`, id: Prisma.sql`l."orderId"` }),
    ...(also ? [hasItemIn(also, Prisma.sql`l."orderId"`)] : []),
  ]
  const pages = first.map(
    (state) => Prisma.sql`(
      SELECT DISTINCT l."orderedAt", l."orderId" FROM "Line" l
      WHERE ${Prisma.join([Prisma.sql`l."state" = ${state}::"LineState"`, ...conditions], ' AND ')}
      ORDER BY l."orderedAt" ${direction}, l."orderId" ${direction} LIMIT ${filter.limit})`,
  )

  return Prisma.sql`
    SELECT k."orderId" AS "id" FROM (${Prisma.join(pages, ' UNION ')}) k
    ORDER BY k."orderedAt" ${direction}, k."orderId" ${direction} LIMIT ${filter.limit}`
}

function ordersByTime(filter: OrderListFilter, direction: Prisma.Sql): Prisma.Sql {
  const conditions = [
    ...(filter.tab === 'needs-action' ? [NEEDS_ACTION] : []),
    ...(filter.tab === 'needs-action' && filter.state ? [hasItemIn([filter.state], Prisma.sql`o."id"`)] : []),
    ...within(filter, { at: Prisma.sql`o."createdAt"`, id: Prisma.sql`o."id"` }),
  ]
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty

  return Prisma.sql`
    SELECT o."id" FROM "Order" o ${where}
    ORDER BY o."createdAt" ${direction}, o."id" ${direction} LIMIT ${filter.limit}`
}

function within(
  { from, until, tag, assignee, counted, promotion, people, after, before }: OrderListFilter,
  { at, id }: { at: Prisma.Sql; id: Prisma.Sql },
) {
  return [
    ...(from ? [Prisma.sql`${at} >= ${from}`] : []),
    ...(until ? [Prisma.sql`${at} < ${until}`] : []),
    ...(tag ? [Prisma.sql`${id} IN (SELECT g."orderId" FROM "OrderTag" g WHERE g."tag" = ${tag})`] : []),
    ...(assignee
      ? [Prisma.sql`${id} IN (SELECT g."orderId" FROM "OrderAssignee" g WHERE g."staffId" = ${assignee})`]
      : []),
    ...(counted ? [isCounted(counted, id)] : []),
    ...(promotion
      ? [
          Prisma.sql`${id} IN (
            SELECT p."orderId" FROM "PromotionUse" p WHERE p."promotionId" = ${promotion} AND p."releasedAt" IS NULL)`,
        ]
      : []),
    ...(people
      ? [Prisma.sql`${id} = ANY(ARRAY(SELECT p."id" FROM "Order" p WHERE p."personId" = ANY(${people})))`]
      : []),
    ...(after ? [Prisma.sql`(${at}, ${id}) < (${after.createdAt}, ${after.id})`] : []),
    ...(before ? [Prisma.sql`(${at}, ${id}) > (${before.createdAt}, ${before.id})`] : []),
  ]
}

function hasItemIn(states: ItemState[], orderId: Prisma.Sql): Prisma.Sql {
  const list = Prisma.join(states.map((state) => Prisma.sql`${state}::"LineState"`))

  return Prisma.sql`EXISTS (SELECT 1 FROM "Line" x WHERE x."orderId" = ${orderId} AND x."state" IN (${list}))`
}

function isCounted({ kind, mode, currency }: CountedOrders, id: Prisma.Sql): Prisma.Sql {
  const isDelivered = Prisma.sql`EXISTS (
    SELECT 1 FROM "Line" d WHERE d."orderId" = ${id} AND d."readyAt" IS NOT NULL AND d."deliveredAt" IS NOT NULL)`

  return Prisma.sql`EXISTS (
    SELECT 1 FROM "Order" y WHERE y."id" = ${id} AND y."mode" = ${mode}
      ${currency === null ? Prisma.empty : Prisma.sql`AND ${isInStore(currency)}`})
    AND ${kind === 'sold' ? hasSoldItem(id) : isDelivered}`
}

function isInStore(currency: string): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM "Line" c JOIN "Quote" q ON q."id" = c."quoteId"
    WHERE c."orderId" = y."id" AND coalesce(q."storeCurrency", y."currency") = ${currency})`
}

const NEEDS_ACTION = Prisma.sql`o."id" IN (
  SELECT l."orderId" FROM "Line" l WHERE l."state" = 'HELD'
  UNION SELECT l."orderId" FROM "Line" l
    WHERE l."state" = 'UNKNOWN' AND l."unknownSince" < clock_timestamp() - interval '30 minutes'
  UNION SELECT b."orderId" FROM "Break" b WHERE b."kind" = 'refund_refused' AND b."closedAt" IS NULL)`

/** Reads the place of an order in the list. */
export async function findOrderKey(id: string): Promise<OrderKey | null> {
  return db().order.findUnique({ where: { id }, select: { id: true, createdAt: true } })
}

/** Looks one meaning of a search up by its index, in one statement; newest first, as many as `limit`. */
export async function searchOrders({ kind, value }: OrderSearch, limit: number): Promise<string[]> {
  if (kind === 'payment') return searchPayment(value, limit)
  const rows = await db().$queryRaw<{ id: string }[]>(FINDERS[kind](value, limit))

  return rows.map(({ id }) => id)
}

type Finder = (value: string, limit: number) => Prisma.Sql

const FINDERS: Record<Exclude<OrderSearch['kind'], 'payment'>, Finder> = {
  number: (number) => Prisma.sql`SELECT "id" FROM "Order" WHERE "number" = ${number}`,
  network: (orderNum) => Prisma.sql`
    SELECT l."orderId" AS "id" FROM "UpstreamOrder" u JOIN "Line" l ON l."id" = u."lineId" WHERE u."orderNum" = ${orderNum}`,
  iccid: (iccid) => Prisma.sql`
    SELECT l."orderId" AS "id" FROM "Card" c JOIN "Line" l ON l."id" = c."lineId" WHERE c."iccid" = ${iccid}`,
  iccid_end: (end, limit) => Prisma.sql`
    SELECT DISTINCT l."orderId" AS "id" FROM "Card" c JOIN "Line" l ON l."id" = c."lineId"
    WHERE right(c."iccid", 6) = ${end} LIMIT ${limit}`,
  // The people first, as an array: the database keeps no statistics of addresses, and would walk every order otherwise.
  email: (email, limit) => Prisma.sql`
    SELECT o."id" FROM "Order" o
    WHERE o."personId" = ANY(ARRAY(SELECT p."id" FROM "Person" p WHERE p."email" = ${email} AND p."email" <> ''))
    ORDER BY o."createdAt" DESC, o."id" DESC LIMIT ${limit}`,
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

/** An order as the list needs it. */
export type OrderRowData = {
  id: string
  number: string
  currency: string
  totalMinor: number
  mode: string
  createdAt: Date
  email: string
  payments: { state: PaymentState; capturedMinor: number; refundedMinor: number }[]
  items: {
    state: ItemState
    reason: string | null
    quote: Prisma.QuoteGetPayload<{ select: typeof QUOTED_PLAN }>
    orderNums: string[]
  }[]
}

/**
 * Reads the rows of these orders, in the order of the ids.
 *
 * In one statement: through the ORM it is one for each of the eight tables, each waiting for the one before.
 */
export async function readOrderRows(ids: string[]): Promise<OrderRowData[]> {
  if (ids.length === 0) return []

  return db().$queryRaw<OrderRowData[]>`
    SELECT o."id", o."number", o."currency", o."totalMinor", o."mode", o."createdAt", e."email", p."payments", n."items"
    FROM unnest(${ids}::text[]) WITH ORDINALITY w ("id", "n")
    JOIN "Order" o ON o."id" = w."id"
    JOIN "Person" e ON e."id" = o."personId"
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('state', y."state", 'capturedMinor', y."capturedMinor",
        'refundedMinor', y."refundedMinor")), '[]') AS "payments"
      FROM "Payment" y WHERE y."orderId" = o."id"
    ) p
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('state', l."state", 'reason', l."reason",
        'orderNums', u."orderNums", 'quote', jsonb_build_object('count', q."count", 'days', q."days",
          'plan', jsonb_build_object('amountValue', x."amountValue", 'amountUnit', x."amountUnit",
            'validityDays', x."validityDays", 'kind', x."kind", 'destination', jsonb_build_object(
              'providerName', k."upstreamName", 'ownName', k."ownName", 'iso2', k."iso2")))) ORDER BY l."id"), '[]') AS "items"
      FROM "Line" l JOIN "Quote" q ON q."id" = l."quoteId" JOIN "Plan" x ON x."id" = q."planId"
      JOIN "Sku" k ON k."id" = x."skuId"
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(z."orderNum" ORDER BY z."orderNum"), '[]') AS "orderNums"
        FROM "UpstreamOrder" z WHERE z."lineId" = l."id"
      ) u
      WHERE l."orderId" = o."id"
    ) n
    ORDER BY w."n"`
}

/** An order as a file has it. */
export type OrderExportRow = {
  id: string
  number: string
  createdAt: Date
  currency: string
  totalMinor: number
  email: string
  /** The numbers at the network and the states of the items, in the order of the items, parted by blanks. */
  networkNumbers: string
  states: string
  items: number
  /** What the first line is: `null` for an order without lines. */
  plan: string | null
  count: number | null
  capturedMinor: number
  refundedMinor: number
  isHeld: boolean
  isReleased: boolean
}

/**
 * Reads the rows of these orders, in the order of the ids.
 *
 * Past the ORM: an export reads a million of these, and each would be an object of several dozen there.
 */
export async function readExportRows(ids: string[]): Promise<OrderExportRow[]> {
  const { rows } = await pool().query<OrderExportRow>(ROWS, [ids])

  return rows
}

const ROWS = `
  SELECT o."id", o."number", o."createdAt", o."currency", o."totalMinor", e."email",
    coalesce(n."numbers", '') AS "networkNumbers", coalesce(s."states", '') AS "states", s."items", f."plan", f."count",
    p."capturedMinor", p."refundedMinor", p."isHeld", p."isReleased"
  FROM unnest($1::text[]) WITH ORDINALITY w ("id", "n")
  JOIN "Order" o ON o."id" = w."id"
  JOIN "Person" e ON e."id" = o."personId"
  CROSS JOIN LATERAL (
    SELECT string_agg(l."state"::text, ' ' ORDER BY l."id") AS "states", count(*)::int AS "items"
    FROM "Line" l WHERE l."orderId" = o."id"
  ) s
  CROSS JOIN LATERAL (
    SELECT string_agg(u."orderNum", ' ' ORDER BY l."id", u."orderNum") AS "numbers"
    FROM "Line" l JOIN "UpstreamOrder" u ON u."lineId" = l."id" WHERE l."orderId" = o."id"
  ) n
  LEFT JOIN LATERAL (
    SELECT coalesce(k."ownName", k."upstreamName") || ' ' || x."amountValue" || ' ' || x."amountUnit" AS "plan", q."count"
    FROM "Line" l JOIN "Quote" q ON q."id" = l."quoteId" JOIN "Plan" x ON x."id" = q."planId"
      JOIN "Sku" k ON k."id" = x."skuId"
    WHERE l."orderId" = o."id" ORDER BY l."id" LIMIT 1
  ) f ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum("capturedMinor"), 0)::float8 AS "capturedMinor",
      coalesce(sum("refundedMinor"), 0)::float8 AS "refundedMinor",
      coalesce(bool_or("state" IN ('AUTHORISED', 'CAPTURING')), false) AS "isHeld",
      coalesce(bool_or("state" IN ('VOIDED', 'VOIDING')), false) AS "isReleased"
    FROM "Payment" WHERE "orderId" = o."id"
  ) p
  ORDER BY w."n"`

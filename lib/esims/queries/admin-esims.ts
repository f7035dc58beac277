import 'server-only'
import { parseStoredReadings } from '#lib/cancellations/rules/cancellation-readings.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import { maskEmail, maskIccid } from '#lib/core/rules/mask.ts'
import { listPeopleOf } from '#lib/customers/repository/customers.ts'
import { findEsimIds, listEsimIds } from '#lib/esims/repository/esims.ts'
import { type EsimFilter, readEsimSearch } from '#lib/esims/rules/admin-esims.ts'
import { readSearched } from '#lib/orders/queries/searched.ts'

const PAGE = 50
/** So many eSIMs are found at most. */
export const MAX_FOUND = 50

const columns = {
  id: true,
  iccid: true,
  cancelState: true,
  revealedAt: true,
  facts: true,
  createdAt: true,
  item: {
    select: {
      order: { select: { id: true, number: true } },
      quote: {
        select: { plan: { select: { destination: { select: { ownName: true, providerName: true, iso2: true } } } } },
      },
    },
  },
} as const

/** Reads one page of eSIMs, newest first. Dates of the filter are days in UTC. Throws `forbidden`. */
export async function listCards(caller: Caller, filter: Partial<EsimFilter> = {}, max = PAGE) {
  requirePermission(caller, 'orders.see')
  const { opened = null, state = null, from = null, to = null, customer = null, after = null } = filter
  const found = await listEsimIds({
    isOpened: opened === null ? null : opened === 'yes',
    state,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    people: await listPeopleOf(customer),
    after,
    limit: max + 1,
  })
  const page = found.slice(0, max)
  const rows = await read(page)

  return {
    rows: rows.map((row) => toRow(caller, row)),
    older: found.length > max ? (page.at(-1) ?? null) : null,
  }
}

/**
 * Looks eSIMs up by their whole number, or by its last digits for a role that may see them, at most 50. `isReadable` is
 * false for any other text. Throws `forbidden`, `rate_limited`.
 */
export async function findEsims(caller: Caller, text: string) {
  requirePermission(caller, 'orders.see')
  await readSearched(caller, text)

  return esimsNamed(caller, text)
}

/** As `findEsims`, for a text that was counted. */
export async function esimsNamed(caller: Caller, text: string) {
  const search = readEsimSearch(text)
  if (!search || needsWhole(caller, text)) return { rows: [], isReadable: false }
  const rows = await read(await findEsimIds(search, MAX_FOUND))

  return { rows: rows.map((row) => toRow(caller, row)), isReadable: true }
}

/** True for the end of a number in the search of a role that may not see it, and finds by whole numbers alone. */
export function needsWhole(caller: Caller, text: string): boolean {
  return readEsimSearch(text)?.kind === 'end' && !can(caller, 'iccids.see')
}

type Found = Awaited<ReturnType<typeof read>>[number]

function read(ids: string[]) {
  return db().esim.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: columns,
  })
}

function toRow(caller: Caller, row: Found) {
  const { destination } = row.item.quote.plan
  const { usedMb, orderReadAt } = parseStoredReadings(row.facts)

  return {
    id: row.id,
    iccid: can(caller, 'iccids.see') ? row.iccid : maskIccid(row.iccid),
    order: row.item.order,
    destination: destination.ownName ?? destination.providerName,
    iso2: destination.iso2,
    openedAt: row.revealedAt,
    cancelState: row.cancelState,
    usedMb,
    readAt: orderReadAt === null ? null : new Date(orderReadAt),
    createdAt: row.createdAt,
  }
}

const MAX_READINGS = 200
const MAX_SHARES = 50

const stepColumns = {
  id: true,
  kind: true,
  state: true,
  placedAt: true,
  createdAt: true,
  order: { select: { id: true, number: true, currency: true, person: { select: { id: true, email: true } } } },
  quote: { select: { days: true, startDate: true, snapshot: true } },
  providerOrders: {
    orderBy: { createdAt: 'asc' },
    select: { orderNum: true, status: true, statusReadAt: true },
  },
} as const

/**
 * Reads everything that is known here about one eSIM: its own facts, and the plans on it as a time line, with the orders
 * behind them. Of what was read about its use a page, behind one that was shown. `null` when there is no such card. No code is
 * read. Throws `forbidden`.
 */
export async function getAdminEsim(caller: Caller, id: string, lastReading: string | null = null) {
  requirePermission(caller, 'orders.see')
  const esim = await db().esim.findUnique({
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
      item: { select: stepColumns },
    },
  })
  if (!esim) return null
  const [withCode, topUps, readings, shares] = await Promise.all([
    db().esim.count({ where: { id, sealedCode: { not: null } } }),
    listTopUps(id),
    listReadings(id, lastReading),
    listShares(id),
  ])
  const { profileStatus, signalReadAt } = parseStoredReadings(esim.facts)
  const seesIccid = can(caller, 'iccids.see')
  const seesPersons = can(caller, 'persons.see')
  const { person, ...order } = esim.item.order

  return {
    id,
    iccid: seesIccid ? esim.iccid : maskIccid(esim.iccid),
    isMasked: !seesIccid,
    order,
    // By the address that the caller's role may read; empty when it was erased.
    customer: { id: person.id, email: seesPersons || person.email === '' ? person.email : maskEmail(person.email) },
    traveller: seesPersons ? esim.travellerName : null,
    hasCode: withCode > 0,
    openedAt: esim.revealedAt,
    openedBy: esim.revealedBy === null ? null : esim.revealedBy.startsWith('staff:') ? 'staff' : 'buyer',
    activateBefore: esim.activateBefore,
    cancelState: esim.cancelState,
    priceShareMinor: esim.priceShareMinor,
    profileStatus,
    signalReadAt: signalReadAt === null ? null : new Date(signalReadAt),
    isDelivered: esim.item.state === 'DELIVERED',
    steps: [esim.item, ...topUps].map(toStep),
    readings: { ...readings, isFirst: lastReading === null },
    shares,
  }
}

async function listReadings(esimId: string, after: string | null) {
  const last = after === null ? null : await db().usageReading.findUnique({ where: { id: BigInt(after), esimId } })
  const behind = last && { readAt: { lte: last.readAt }, NOT: { readAt: last.readAt, id: { gte: last.id } } }
  const [found, all] = await Promise.all([
    db().usageReading.findMany({
      where: { esimId, ...behind },
      orderBy: [{ readAt: 'desc' }, { id: 'desc' }],
      take: MAX_READINGS + 1,
      select: { id: true, orderNum: true, usedMb: true, totalMb: true, firstReadAt: true, readAt: true },
    }),
    db().usageReading.count({ where: { esimId } }),
  ])
  const rows = found.slice(0, MAX_READINGS).map((row) => ({ ...row, id: String(row.id) }))

  return { rows, all, older: found.length > MAX_READINGS ? (rows.at(-1)?.id ?? null) : null }
}

function listShares(esimId: string) {
  return db().esimShare.findMany({
    where: { esimId },
    orderBy: { createdAt: 'desc' },
    take: MAX_SHARES,
    select: { id: true, createdAt: true, expiresAt: true, openedAt: true, endedAt: true },
  })
}

function listTopUps(esimId: string) {
  return db().orderItem.findMany({
    // What was never paid put nothing on an eSIM.
    where: { esimId, kind: 'RENEWAL', state: { notIn: ['AWAITING_PAYMENT', 'EXPIRED'] } },
    orderBy: { createdAt: 'asc' },
    select: stepColumns,
  })
}

type StepItem = Awaited<ReturnType<typeof listTopUps>>[number]

function toStep(item: StepItem) {
  const { amount, term } = parseQuoteSnapshot(item.quote.snapshot)

  return {
    itemId: item.id,
    kind: item.kind,
    order: { id: item.order.id, number: item.order.number },
    amount: `${amount.value} ${amount.unit}`,
    days: quotedDays({ term }, item.quote.days),
    startDate: item.quote.startDate,
    status: item.state,
    at: item.placedAt ?? item.createdAt,
    networkOrders: item.providerOrders.map(({ statusReadAt, ...order }) => ({ ...order, readAt: statusReadAt })),
  }
}

/** An eSIM in a list of the back office. `iccid` is shortened for roles that may not see it. */
export type EsimRow = ReturnType<typeof toRow>

/** One plan on the time line of an eSIM: the one it came with, or a top-up. */
export type EsimPlanStep = ReturnType<typeof toStep>

/** Everything that is known here about one eSIM. No activation code. */
export type AdminEsimPage = NonNullable<Awaited<ReturnType<typeof getAdminEsim>>>

/** One thing the network said about a plan on an eSIM, in MB, from when to when it was heard. */
export type EsimReading = AdminEsimPage['readings']['rows'][number]

export type EsimShareDetails = AdminEsimPage['shares'][number]

import 'server-only'
import { parseStoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { db } from '#lib/core/repository/client.ts'
import { addDays } from '#lib/core/rules/calendar-date.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { listPeopleOf } from '#lib/customers/repository/customers.ts'
import { findEsimIds, listEsimIds } from '#lib/esims/repository/esim-list.ts'
import { type EsimFilter, type EsimList, type EsimRow, readEsimSearch } from '#lib/esims/rules/admin-esims.ts'
import { readSearched } from '#lib/orders/queries/searched.ts'

const PAGE = 50
const MOST_FOUND = 50

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
      quote: { select: { plan: { select: { sku: { select: { ownName: true, providerName: true, iso2: true } } } } } },
    },
  },
} as const

/** Reads one page of eSIMs, newest first. Dates of the filter are days in UTC. Throws `forbidden`. */
export async function listCards(caller: Caller, filter: Partial<EsimFilter> = {}, most = PAGE): Promise<EsimList> {
  requirePermission(caller, 'orders.see')
  const { opened = null, state = null, from = null, to = null, customer = null, after = null } = filter
  const found = await listEsimIds({
    isOpened: opened === null ? null : opened === 'yes',
    state,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    people: await listPeopleOf(customer),
    after,
    limit: most + 1,
  })
  const page = found.slice(0, most)
  const rows = await read(page)

  return {
    rows: rows.map((row) => toRow(caller, row)),
    older: found.length > most ? (page.at(-1) ?? null) : null,
  }
}

/**
 * Looks eSIMs up by their whole number, or by its last digits for a role that may see them, at most 50. `isReadable` is
 * false for any other text. Throws `forbidden`, `rate_limited`.
 */
export async function findEsims(caller: Caller, text: string): Promise<{ rows: EsimRow[]; isReadable: boolean }> {
  requirePermission(caller, 'orders.see')
  await readSearched(caller, text)

  return esimsNamed(caller, text)
}

/** As `findEsims`, for a text that was counted. */
export async function esimsNamed(caller: Caller, text: string): Promise<{ rows: EsimRow[]; isReadable: boolean }> {
  const search = readEsimSearch(text)
  if (!search || needsWhole(caller, text)) return { rows: [], isReadable: false }
  const rows = await read(await findEsimIds(search, MOST_FOUND))

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

function toRow(caller: Caller, row: Found): EsimRow {
  const { sku } = row.item.quote.plan
  const { usedMb, orderReadAt } = parseStoredFacts(row.facts)

  return {
    id: row.id,
    iccid: can(caller, 'iccids.see') ? row.iccid : maskIccid(row.iccid),
    order: row.item.order,
    destination: sku.ownName ?? sku.providerName,
    iso2: sku.iso2,
    openedAt: row.revealedAt,
    cancelState: row.cancelState,
    usedMb,
    readAt: orderReadAt === null ? null : new Date(orderReadAt),
    createdAt: row.createdAt,
  }
}

import 'server-only'
import { parseStoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { db } from '#lib/core/repository/client.ts'
import { addDays } from '#lib/core/rules/calendar-date.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { listPeopleOf } from '#lib/customers/repository/customers.ts'
import { findCardIdsByEnd, listCardIds } from '#lib/esims/repository/card-list.ts'
import { type CardFilter, type CardList, type CardRow, readCardSearch } from '#lib/esims/rules/admin-cards.ts'

const PAGE = 50
const MOST_FOUND = 50

const columns = {
  id: true,
  iccid: true,
  cancelState: true,
  revealedAt: true,
  facts: true,
  createdAt: true,
  line: {
    select: {
      order: { select: { id: true, number: true } },
      quote: { select: { plan: { select: { sku: { select: { ownName: true, upstreamName: true, iso2: true } } } } } },
    },
  },
} as const

/** Reads one page of cards, newest first. Dates of the filter are days in UTC. Throws `forbidden`. */
export async function listCards(caller: Caller, filter: Partial<CardFilter> = {}, most = PAGE): Promise<CardList> {
  requirePermission(caller, 'orders.see')
  const { opened = null, state = null, from = null, to = null, customer = null, after = null } = filter
  const found = await listCardIds({
    isOpened: opened === null ? null : opened === 'yes',
    state,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    people: await listPeopleOf(customer),
    after,
    limit: most + 1,
  })
  const page = found.slice(0, most)
  const rows = await read({ id: { in: page } })

  return {
    rows: rows.map((row) => toRow(caller, row)),
    older: found.length > most ? (page.at(-1) ?? null) : null,
  }
}

/**
 * Looks cards up by their whole number or its last digits, at most 50. `isReadable` is false for a text that is neither.
 * Throws `forbidden`.
 */
export async function findCards(caller: Caller, text: string): Promise<{ rows: CardRow[]; isReadable: boolean }> {
  requirePermission(caller, 'orders.see')
  const search = readCardSearch(text)
  if (!search) return { rows: [], isReadable: false }
  const isWhole = search.kind === 'whole'
  const rows = await read(
    isWhole ? { iccid: search.iccid } : { id: { in: await findCardIdsByEnd(search.end, MOST_FOUND) } },
  )

  return { rows: rows.map((row) => toRow(caller, row)), isReadable: true }
}

type Found = Awaited<ReturnType<typeof read>>[number]

function read(where: { iccid: string } | { id: { in: string[] } }) {
  return db().card.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], select: columns })
}

function toRow(caller: Caller, row: Found): CardRow {
  const { sku } = row.line.quote.plan
  const { usedMb, orderReadAt } = parseStoredFacts(row.facts)

  return {
    id: row.id,
    iccid: can(caller, 'iccids.see') ? row.iccid : maskIccid(row.iccid),
    order: row.line.order,
    destination: sku.ownName ?? sku.upstreamName,
    iso2: sku.iso2,
    openedAt: row.revealedAt,
    cancelState: row.cancelState,
    usedMb,
    readAt: orderReadAt === null ? null : new Date(orderReadAt),
    createdAt: row.createdAt,
  }
}

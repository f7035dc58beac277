import 'server-only'
import { db } from '#lib/db/client.ts'
import { type CardList, type CardRow, readCardSearch } from '#lib/domain/admin-cards.ts'
import { type Caller, can, requirePermission } from '#lib/domain/caller.ts'
import { maskIccid } from '#lib/domain/mask.ts'
import { parseStoredFacts } from '#lib/domain/return-facts.ts'

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

/** Reads one page of cards, newest first, older than the card `after`. Throws `forbidden`. */
export async function listCards(caller: Caller, after: string | null): Promise<CardList> {
  requirePermission(caller, 'orders.see')
  const found = await read(after === null ? {} : await behind(after), PAGE + 1)
  const page = found.slice(0, PAGE)

  return {
    rows: page.map((row) => toRow(caller, row)),
    older: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
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
  const where = search.kind === 'whole' ? { iccid: search.iccid } : { id: { in: await findByEnd(search.end) } }
  const rows = await read(where, MOST_FOUND)

  return { rows: rows.map((row) => toRow(caller, row)), isReadable: true }
}

type Where = {
  id?: { in: string[] } | string
  iccid?: string
  createdAt?: { lte: Date }
  OR?: ({ createdAt: { lt: Date } } | { id: { lt: string } })[]
}
type Found = Awaited<ReturnType<typeof read>>[number]

function read(where: Where, take: number) {
  return db().card.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take, select: columns })
}

// By the instant alone first: that is what the index can look up. A card that does not exist has none behind it.
async function behind(id: string): Promise<Where> {
  const card = await db().card.findUnique({ where: { id }, select: { createdAt: true } })
  if (!card) return { id: { in: [] } }

  return { createdAt: { lte: card.createdAt }, OR: [{ createdAt: { lt: card.createdAt } }, { id: { lt: id } }] }
}

// The index knows the last six digits; those before narrow what it finds.
async function findByEnd(end: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Card" WHERE right("iccid", 6) = ${end.slice(-6)} AND right("iccid", ${end.length}::int) = ${end}
    LIMIT ${MOST_FOUND}`

  return rows.map(({ id }) => id)
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

import 'server-only'
import type { z } from 'zod'
import { cardFilterSchema } from '#lib/domain/admin-cards.ts'
import { customerFilterSchema } from '#lib/domain/admin-customers.ts'
import { deskFilterSchema } from '#lib/domain/admin-desk.ts'
import { jobFilterSchema } from '#lib/domain/admin-jobs.ts'
import { messageFilterSchema } from '#lib/domain/admin-messages.ts'
import { orderExportSchema } from '#lib/domain/admin-orders.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import { type CsvCell, csvRow, csvStart } from '#lib/domain/csv.ts'
import type { ExportedList } from '#lib/domain/list-exports.ts'
import { listCards } from '#lib/queries/admin-cards.ts'
import { getCustomers } from '#lib/queries/admin-customers.ts'
import { listDeskReturns } from '#lib/queries/admin-desk.ts'
import { listJobRows } from '#lib/queries/admin-jobs.ts'
import { listStaffMessages } from '#lib/queries/admin-messages.ts'
import { exportedOrders } from '#lib/queries/admin-orders-export.ts'
import { cardCells, customerCells, HEADS, jobCells, messageCells, returnCells } from '#lib/queries/list-export-cells.ts'

// Small: between two of them others have their turn, and nothing piles up in memory.
const BATCH = 200

/** A list as a file: the filter as it was understood, and the rows, read as they are taken. */
type Exported = { filter: object; rows: AsyncIterable<string> }
type Page = { rows: CsvCell[][]; next: string | null }

const EXPORTS: Record<ExportedList, (caller: Caller, said: object) => Exported> = {
  orders: (caller, said) => {
    const filter = orderExportSchema.parse(said)

    return { filter, rows: exportedOrders(caller, filter) }
  },
  cards: paged('cards', cardFilterSchema.omit({ q: true }), async (caller, filter) => {
    const { rows, older } = await listCards(caller, filter, BATCH)

    return { rows: rows.map(cardCells), next: older }
  }),
  customers: paged('customers', customerFilterSchema.omit({ q: true }), async (caller, filter) => {
    const { rows, older } = await getCustomers(caller, filter, BATCH)

    return { rows: rows.map(customerCells), next: older }
  }),
  cancellations: paged('cancellations', deskFilterSchema.omit({ q: true }), async (caller, filter) => {
    const { returns, more } = await listDeskReturns(caller, filter, BATCH)

    return { rows: returns.flatMap(returnCells), next: more }
  }),
  jobs: paged('jobs', jobFilterSchema, async (caller, filter) => {
    const { rows, next } = await listJobRows(caller, filter, BATCH)

    return { rows: rows.map(jobCells), next }
  }),
  messages: paged('messages', messageFilterSchema, async (caller, { closed, ...wish }) => {
    const { messages, next } = await listStaffMessages(caller, { ...wish, isClosed: closed !== null }, BATCH)

    return { rows: messages.map(messageCells), next }
  }),
}

/**
 * Returns a list as the rows of a CSV file, by what the address of its page says: the rows of the page itself, masked as the
 * caller's role sees them there, read by key in batches. Nothing is read before the first row is taken; taking it throws
 * `forbidden`.
 */
export function exportedList(caller: Caller, list: ExportedList, said: object): Exported {
  return EXPORTS[list](caller, said)
}

type Read<Filter> = (caller: Caller, filter: Filter) => Promise<Page>

function paged<Filter extends { after: string | null }>(
  list: keyof typeof HEADS,
  schema: z.ZodType<Filter>,
  read: Read<Filter>,
) {
  return (caller: Caller, said: object): Exported => {
    const filter = { ...schema.parse(said), after: null }

    return { filter, rows: rowsOf(caller, HEADS[list], (after) => read(caller, { ...filter, after })) }
  }
}

async function* rowsOf(caller: Caller, head: readonly string[], read: (after: string | null) => Promise<Page>) {
  requirePermission(caller, 'lists.export')
  yield csvStart(head)
  let after: string | null = null
  do {
    const page: Page = await read(after)
    if (page.rows.length > 0) yield page.rows.map(csvRow).join('')
    after = page.next
  } while (after !== null)
}

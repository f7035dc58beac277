import 'server-only'
import { listOrderIds, type OrderKey, readOrderRows } from '#lib/db/admin-orders.ts'
import type { OrderExport, OrderRow } from '#lib/domain/admin-orders.ts'
import { addDays } from '#lib/domain/calendar-date.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import { csvRow, csvStart } from '#lib/domain/csv.ts'
import { money, toDecimalText } from '#lib/domain/money.ts'
import { currencyCodeSchema } from '#lib/domain/money-schema.ts'
import { toRow } from '#lib/queries/admin-orders.ts'

const BATCH = 200
const HEAD = ['order', 'placed', 'network', 'customer', 'plan', 'count', 'lines', 'state', 'total', 'currency', 'money']

/**
 * Returns orders as the rows of a CSV file, newest first, read in batches as they are taken and masked as the caller's role
 * sees them. Named orders that do not exist are left out. Throws `forbidden`.
 */
export async function* exportedOrders(caller: Caller, filter: OrderExport): AsyncIterable<string> {
  requirePermission(caller, 'orders.export')
  yield csvStart(HEAD)
  if (filter.ids.length > 0) {
    yield (await readOrderRows(filter.ids)).map((row) => toCsv(toRow(caller, row))).join('')

    return
  }
  const { tab, state } = filter
  const wish = {
    tab,
    state,
    from: filter.from && new Date(`${filter.from}T00:00:00Z`),
    until: filter.to && new Date(`${addDays(filter.to, 1)}T00:00:00Z`),
    before: null,
    limit: BATCH,
  }
  let after: OrderKey | null = null
  for (;;) {
    const ids: string[] = await listOrderIds({ ...wish, after })
    const rows = await readOrderRows(ids)
    if (rows.length > 0) yield rows.map((row) => toCsv(toRow(caller, row))).join('')
    const last = rows.at(-1)
    if (!last || ids.length < BATCH) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

function toCsv(row: OrderRow): string {
  const { number, createdAt, networkNumbers, email, plan, moreLines, states, currency, totalMinor } = row
  const total = toDecimalText(money(totalMinor, currencyCodeSchema.parse(currency)))

  return csvRow([
    number,
    createdAt,
    networkNumbers.join(' '),
    email,
    plan && `${plan.destination ?? ''} ${plan.amount}`.trim(),
    plan?.count,
    moreLines + 1,
    states.join(' '),
    total,
    currency,
    row.money,
  ])
}

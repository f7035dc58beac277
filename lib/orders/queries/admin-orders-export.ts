import 'server-only'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { csvRow, csvStart } from '#lib/core/rules/csv.ts'
import { maskEmail } from '#lib/core/rules/mask.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { currencyCodeSchema } from '#lib/core/rules/money-schema.ts'
import { moneyOf, toOrderListFilter } from '#lib/orders/queries/admin-orders.ts'
import { listOrderIds, type OrderKey } from '#lib/orders/repository/admin-orders.ts'
import { type OrderExportRow, readExportRows } from '#lib/orders/repository/order-export.ts'
import type { OrderExport } from '#lib/orders/rules/admin-orders.ts'

const BATCH = 200
const HEAD = ['order', 'placed', 'network', 'customer', 'plan', 'count', 'lines', 'state', 'total', 'currency', 'money']

/**
 * Returns orders as the rows of a CSV file, newest first, read in batches as they are taken and masked as the caller's role
 * sees them. Named orders that do not exist are left out. Throws `forbidden`.
 */
export async function* exportedOrders(caller: Caller, filter: OrderExport): AsyncIterable<string> {
  requirePermission(caller, 'lists.export')
  const seesPersons = can(caller, 'persons.see')
  yield csvStart(HEAD)
  if (filter.ids.length > 0) {
    yield (await readExportRows(filter.ids)).map((row) => toCsv(row, seesPersons)).join('')

    return
  }
  const listFilter = { ...(await toOrderListFilter(caller, filter)), before: null, limit: BATCH }
  let after: OrderKey | null = null
  for (;;) {
    const ids: string[] = await listOrderIds({ ...listFilter, after })
    const rows = await readExportRows(ids)
    if (rows.length > 0) yield rows.map((row) => toCsv(row, seesPersons)).join('')
    const last = rows.at(-1)
    if (!last || ids.length < BATCH) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

function toCsv(row: OrderExportRow, seesPersons: boolean): string {
  const { number, createdAt, networkNumbers, email, plan, count, items, states, currency, totalMinor } = row
  const total = toDecimalText(money(totalMinor, currencyCodeSchema.parse(currency)))
  const person = seesPersons ? email : maskEmail(email)

  return csvRow([
    ...[number, createdAt, networkNumbers, person, plan, count],
    ...[items, states, total, currency, moneyOf(row)],
  ])
}

import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { findMonthClose } from '#lib/db/month-close.ts'
import { listEntries } from '#lib/db/month-entries.ts'
import type { BookedLine } from '#lib/domain/admin-finance.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { csvRow, csvStart } from '#lib/domain/csv.ts'
import { readMonthId } from '#lib/domain/month-close.ts'
import { MONEY_HEAD, moneyCells } from '#lib/services/finance/money-cells.ts'

const BATCH = 1000
const HEAD = [
  ...['month', 'book', 'part', 'at', 'order', 'order_id', 'line_id', 'destination_id', 'plan_id', 'count', 'method'],
  ...MONEY_HEAD,
]

/**
 * Returns the bookings of a closed month as the rows of a CSV file, the same rows whenever it is taken: its own lines, and
 * corrections of earlier ones as differences. The export is written down before the first row leaves.
 *
 * Throws `forbidden`, `not_found` for a month that is not closed.
 */
export async function exportMonth(caller: Caller, id: string): Promise<AsyncIterable<string>> {
  const staff = requirePermission(caller, 'costs.see')
  if (!(await findMonthClose(id))) throw new AppError('not_found', 'This month is not closed.')
  const by = { actor: actorOf(staff), role: staff.role }
  await recordAudit({ ...by, act: 'finance.exported', subject: id, after: { what: 'month' } })

  return rowsOf(id)
}

async function* rowsOf(id: string): AsyncIterable<string> {
  const { book, month } = readMonthId(id)
  yield csvStart(HEAD)
  let after: string | null = null
  for (;;) {
    const rows: BookedLine[] = await listEntries(id, { isCorrection: null, after, limit: BATCH })
    if (rows.length > 0) {
      yield rows
        .map((row) => {
          const { isCorrection, at, orderNumber, orderId, lineId, skuId, planId, count, method } = row
          const part = isCorrection ? 'correction' : 'own'
          const said = [month, book, part, at, orderNumber, orderId, lineId, skuId, planId, count, method]

          // A correction is a difference: nothing in it means that nothing has changed.
          return csvRow([...said, ...moneyCells(row, isCorrection || row.knownLines > 0)])
        })
        .join('')
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.lineId
  }
}

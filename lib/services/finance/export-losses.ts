import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { type LossKey, listLossRows } from '#lib/db/loss-ledger.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { csvRow, csvStart } from '#lib/domain/csv.ts'
import type { LossFilter, LossRow } from '#lib/domain/loss-ledger.ts'

const BATCH = 1000
const HEAD = ['at', 'loss_id', 'kind', 'order', 'order_id', 'network_order', 'currency', 'amount', 'amount_known']

/**
 * Returns the losses of a filter as the rows of a CSV file, newest first, read in batches as they are taken. The export
 * is written down before the first row leaves. Throws `forbidden`.
 */
export async function exportLosses(caller: Caller, filter: LossFilter): Promise<AsyncIterable<string>> {
  const staff = requirePermission(caller, 'costs.see')
  const { after: _after, ...said } = filter
  const facts = Object.fromEntries(Object.entries({ ...said, what: 'losses' }).filter(([, value]) => value !== null))
  const by = { actor: actorOf(staff), role: staff.role }
  await recordAudit({ ...by, act: 'finance.exported', subject: 'losses', after: facts })

  return rowsOf(filter)
}

async function* rowsOf(filter: LossFilter): AsyncIterable<string> {
  yield csvStart(HEAD)
  let after: LossKey | null = null
  for (;;) {
    const rows: LossRow[] = await listLossRows(filter, { after, limit: BATCH })
    if (rows.length > 0) yield rows.map((row) => csvRow(cellsOf(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { at: last.at, id: last.id }
  }
}

function cellsOf({ at, id, kind, order, orderNum, currency, amount }: LossRow) {
  // An amount that nobody knows is no zero: its cell is empty, and the next one says why.
  return [at, id, kind, order?.number, order?.id, orderNum, currency, amount, amount === null ? 'no' : 'yes']
}

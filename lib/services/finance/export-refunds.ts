import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { type findRefundKey, listRefundEntries, refundWish } from '#lib/db/refund-ledger.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/domain/caller.ts'
import { csvRow, csvStart } from '#lib/domain/csv.ts'
import { maskIccid } from '#lib/domain/mask.ts'
import type { RefundEntry, RefundFilter } from '#lib/domain/refund-ledger.ts'
import { mainUnits } from '#lib/services/finance/money-cells.ts'

const BATCH = 1000
const HEAD = [
  ...[
    'at',
    'done_at',
    'order',
    'order_id',
    'refund_id',
    'card',
    'kind',
    'state',
    'reason',
    'method',
    'provider_refund_id',
  ],
  ...['currency', 'refunded', 'payment_captured', 'payment_refunded', 'network_order'],
  ...['credit_state', 'credit_currency', 'credit_expected', 'credit_confirmed'],
]

/**
 * Returns the refund ledger of a filter as the rows of a CSV file, newest first, read in batches as they are taken. The
 * export is written down before the first row leaves. Throws `forbidden`.
 */
export async function exportRefunds(caller: Caller, filter: RefundFilter): Promise<AsyncIterable<string>> {
  const staff = requirePermission(caller, 'costs.see')
  const { after: _after, ...said } = filter
  const facts = Object.fromEntries(Object.entries({ ...said, what: 'refunds' }).filter(([, value]) => value !== null))
  const by = { actor: actorOf(staff), role: staff.role }
  await recordAudit({ ...by, act: 'finance.exported', subject: 'refunds', after: facts })

  return rowsOf(filter, can(caller, 'iccids.see'))
}

async function* rowsOf(filter: RefundFilter, seesCards: boolean): AsyncIterable<string> {
  yield csvStart(HEAD)
  let after: Awaited<ReturnType<typeof findRefundKey>> = null
  for (;;) {
    const rows: RefundEntry[] = await listRefundEntries(refundWish(filter), { after, limit: BATCH })
    if (rows.length > 0) yield rows.map((row) => csvRow(cellsOf(row, seesCards))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { at: last.at, refundId: last.refundId, id: last.id }
  }
}

function cellsOf(row: RefundEntry, seesCards: boolean) {
  const { at, doneAt, orderNumber, orderId, refundId, kind, state, reason, method, providerRefundId, currency } = row
  const card = row.iccid && (seesCards ? row.iccid : maskIccid(row.iccid))
  const sums = [row.amountMinor, row.capturedMinor, row.refundedMinor].map((minor) => mainUnits(minor, currency))
  const credits = row.credit === 'none' ? [null, null] : [row.creditAmount, row.creditConfirmed]

  return [
    ...[at, doneAt, orderNumber, orderId, refundId, card, kind, state, reason, method, providerRefundId, currency],
    ...[...sums, row.orderNum, row.credit, row.creditCurrency, ...credits],
  ]
}

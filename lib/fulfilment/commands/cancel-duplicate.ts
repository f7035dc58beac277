import 'server-only'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { expectedCost } from '#lib/fulfilment/commands/fulfil-line/expected-cost.ts'
import { addProviderOrder } from '#lib/fulfilment/repository/provider-orders.ts'
import type { WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { OrderRow } from '#lib/provider/rules/provider-order.ts'
import { addProviderEntry, bookLoss, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

/**
 * Gives back an order that nobody needs: bought twice, or turned up after its money was returned.
 *
 * Booked as a loss until the supplier has credited it, and shown to a person. `false` when it is ours already.
 */
export async function cancelDuplicate(
  line: WorkLine,
  { row, attemptId, kind }: { row: OrderRow; attemptId: string; kind: 'duplicate_order' | 'late_order' },
  tx: Tx,
): Promise<boolean> {
  const { orderNum } = row
  const currency = line.quote.costCurrency
  const isNew = await addProviderOrder(
    {
      orderNum,
      lineId: line.id,
      attemptId,
      status: row.status,
      cost: row.total,
      costCurrency: currency,
      isListed: true,
      isRenewal: line.kind === 'RENEWAL',
    },
    tx,
  )
  if (!isNew) return false
  const iccids = [...new Set(row.plans.flatMap((plan) => plan.iccid ?? []))]
  const amount = row.total ?? (await expectedCost(line, tx))
  const evidence = { orderNum, lineRef: line.lineRef, cards: iccids.length }
  await addProviderEntry({ kind: 'spend', amount, currency, orderNum, note: kind }, tx)
  await bookLoss({ orderId: line.orderId, kind, amount, currency, evidence }, tx)
  await openDiscrepancy({ kind, subject: orderNum, orderId: line.orderId, evidence }, tx)
  // A plan on an eSIM cannot be taken off it again: it stays a loss, and a person sees it.
  if (iccids.length > 0 && line.kind === 'PURCHASE') {
    await addWholeCancellation({ orderNum, lineId: line.id, iccids, reason: kind, requestedBy: 'store' }, tx)
  }
  await recordOrderEvent({ orderId: line.orderId, lineId: line.id, kind, data: { orderNum } }, tx)

  return true
}

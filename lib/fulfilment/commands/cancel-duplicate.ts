import 'server-only'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { keptAmount } from '#lib/core/rules/decimal.ts'
import { expectedCost } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { addProviderOrder } from '#lib/fulfilment/repository/provider-orders.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { addProviderEntry, bookLoss, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

/**
 * Gives back an order that nobody needs: bought twice, or turned up after its money was returned.
 *
 * Booked as a loss until the supplier has credited it, and shown to a person. `false` when it is ours already.
 */
export async function cancelDuplicate(
  item: WorkItem,
  { row, attemptId, kind }: { row: ProviderOrderRow; attemptId: string; kind: 'duplicate_order' | 'late_order' },
  tx: Tx,
): Promise<boolean> {
  const { orderNum } = row
  const currency = item.quote.costCurrency
  const isNew = await addProviderOrder(
    {
      orderNum,
      itemId: item.id,
      attemptId,
      status: row.status,
      cost: row.total,
      costCurrency: currency,
      isListed: true,
      isRenewal: item.kind === 'RENEWAL',
    },
    tx,
  )
  if (!isNew) return false
  const iccids = [...new Set(row.plans.flatMap((plan) => plan.iccid ?? []))]
  const amount = keptAmount(row.total) ?? (await expectedCost(item, tx))
  const evidence = { orderNum, lineRef: item.itemRef, cards: iccids.length }
  await addProviderEntry({ kind: 'spend', amount, currency, orderNum, note: kind }, tx)
  await bookLoss({ orderId: item.orderId, kind, amount, currency, evidence }, tx)
  await openDiscrepancy({ kind, subject: orderNum, orderId: item.orderId, evidence }, tx)
  // A plan on an eSIM cannot be taken off it again: it stays a loss, and a person sees it.
  if (iccids.length > 0 && item.kind === 'PURCHASE') {
    await addWholeCancellation({ orderNum, itemId: item.id, iccids, reason: kind, requestedBy: 'store' }, tx)
  }
  await recordOrderEvent({ orderId: item.orderId, itemId: item.id, kind, data: { orderNum } }, tx)

  return true
}

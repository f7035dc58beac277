import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { addRefund, type RefundShare, sumRefundsOfItem } from '#lib/refunds/repository/refunds.ts'

/** How many eSIMs a person has accepted in the place of the number that was ordered, `null` where nobody has. */
export function acceptedCount({ evidence }: Pick<WorkItem, 'evidence'>): number | null {
  if (typeof evidence !== 'object' || evidence === null || Array.isArray(evidence)) return null
  const { acceptedCount: count } = evidence

  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : null
}

/** Tells whether every eSIM that is to be delivered is there with its code. A top-up brings none: its order is all of it. */
export function isComplete(item: WorkItem): boolean {
  if (item.kind === 'RENEWAL') return item.providerOrders.length > 0
  const accepted = acceptedCount(item)
  const ready = item.esims.filter((esim) => esim.sealedCode !== null).length
  if (accepted !== null) return ready >= accepted

  return ready === item.quote.count && item.esims.length === item.quote.count
}

/** Plans the return of what was paid for eSIMs that never came, once: with the capture, in its transaction. */
export async function planMissing(item: WorkItem, paymentId: string, tx: Tx): Promise<void> {
  if (acceptedCount(item) === null) return
  const payment = await lockPayment(paymentId, tx)
  if ((await sumRefundsOfItem(item.id, payment.id, tx)) > 0) return
  const shares = missingShares(item)
  const without = shares.flatMap(({ esimId }) => esimId ?? [])
  await tx.esim.updateMany({ where: { id: { in: without } }, data: { cancelState: 'MONEY_DUE' } })
  if (shares.length === 0) return
  await addRefund({ payment, kind: 'CARDS', reason: 'fewer_cards', requestedBy: 'store', shares }, tx)
}

/** The price of the eSIMs without a code, eSIM by eSIM, and of those that nobody ever saw. */
function missingShares(item: WorkItem): RefundShare[] {
  const itemId = item.id
  const without = item.esims.filter((esim) => esim.sealedCode === null)
  const never = item.priceMinor - item.esims.reduce((sum, esim) => sum + esim.priceShareMinor, 0)
  const byEsim = without.map((esim) => ({ itemId, esimId: esim.id, amountMinor: esim.priceShareMinor }))

  return [...byEsim, { itemId, esimId: null, amountMinor: never }].filter(({ amountMinor }) => amountMinor > 0)
}

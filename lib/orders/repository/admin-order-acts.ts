import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** Payouts by bank of an order that nobody has made yet. */
export async function listOpenPayouts(orderId: string) {
  const open = await db().discrepancy.findMany({
    where: { kind: 'transfer_payout', orderId, closedAt: null },
    select: { subject: true },
  })
  const payouts = await db().bankPayout.findMany({
    where: { id: { in: open.map(({ subject }) => subject) } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, amountMinor: true, currency: true },
  })

  return payouts.map((payout) => ({ ...payout, facts: [] }))
}

/** Refunds of these payments that were refused and that nobody has settled since. */
export async function listRefusedOf(paymentIds: string[]): Promise<string[]> {
  const refused = await db().refund.findMany({
    where: { paymentId: { in: paymentIds }, state: 'REFUSED' },
    select: { id: true },
  })
  const open = await db().discrepancy.findMany({
    where: { kind: 'refund_refused', subject: { in: refused.map(({ id }) => id) }, closedAt: null },
    select: { subject: true },
  })

  return open.map(({ subject }) => subject)
}

/** What each of these eSIMs has got back or is about to, in minor units. */
export async function sumGiven(esimIds: string[]): Promise<Map<string, number>> {
  const rows = await db().refundItem.groupBy({
    by: ['esimId'],
    where: { esimId: { in: esimIds }, refund: { state: { not: 'REFUSED' } } },
    _sum: { amountMinor: true },
  })

  return new Map(rows.map(({ esimId, _sum }) => [esimId ?? '', _sum.amountMinor ?? 0]))
}

import 'server-only'
import { cache } from 'react'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import { statusOf } from '#lib/orders/rules/line-states.ts'
import type { Amount, LineStatus, ShopPlanKind } from '#lib/settings/rules/shop.ts'

/** A top-up of an eSIM as its buyer reads it. `orderId` is `null` where the caller may not see the order. */
export type TopUpView = {
  id: string
  esimId: string
  orderId: string | null
  number: string
  at: Date
  amount: Amount
  term: ShopPlanKind
  days: number
  status: LineStatus
}

/** The top-ups of the eSIMs that came with an order, oldest first; none for somebody who may not see it. */
export const getTopUps = cache(async (caller: Caller, orderId: string): Promise<TopUpView[]> => {
  if (!maySee(caller, orderId)) return []
  const esims = await db().esim.findMany({ where: { line: { orderId } }, select: { id: true } })
  const lines = await db().line.findMany({
    where: {
      kind: 'RENEWAL',
      esimId: { in: esims.map(({ id }) => id) },
      // What was never paid put nothing on an eSIM.
      state: { notIn: ['AWAITING_PAYMENT', 'EXPIRED'] },
    },
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      esimId: true,
      state: true,
      createdAt: true,
      orderId: true,
      order: { select: { number: true } },
      quote: { select: { days: true, snapshot: true } },
    },
  })

  return lines.flatMap((line) => {
    if (line.esimId === null) return []
    const { amount, term } = parseQuoteSnapshot(line.quote.snapshot)

    return {
      id: line.id,
      esimId: line.esimId,
      orderId: maySee(caller, line.orderId) ? line.orderId : null,
      number: line.order.number,
      at: line.createdAt,
      amount,
      term,
      days: quotedDays({ term }, line.quote.days),
      status: statusOf(line),
    }
  })
})

function maySee(caller: Caller, orderId: string): boolean {
  return ownsOrder(caller, orderId) || can(caller, 'orders.see')
}

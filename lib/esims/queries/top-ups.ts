import 'server-only'
import { cache } from 'react'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, seesOrder } from '#lib/core/rules/caller.ts'
import { statusOf } from '#lib/orders/rules/item-states.ts'
import type { Amount, ItemStatus, ShopPlanKind } from '#lib/settings/rules/shop.ts'

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
  status: ItemStatus
}

/** The top-ups of the eSIMs that came with an order, oldest first; none for somebody who may not see it. */
export const getTopUps = cache(async (caller: Caller, orderId: string): Promise<TopUpView[]> => {
  if (!seesOrder(caller, orderId)) return []
  const esims = await db().esim.findMany({ where: { item: { orderId } }, select: { id: true } })
  const items = await db().orderItem.findMany({
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

  return items.flatMap((item) => {
    if (item.esimId === null) return []
    const { amount, term } = parseQuoteSnapshot(item.quote.snapshot)

    return {
      id: item.id,
      esimId: item.esimId,
      orderId: seesOrder(caller, item.orderId) ? item.orderId : null,
      number: item.order.number,
      at: item.createdAt,
      amount,
      term,
      days: quotedDays({ term }, item.quote.days),
      status: statusOf(item),
    }
  })
})

import 'server-only'
import { cache } from 'react'
import { quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { readAnswerTimes } from '#lib/customers/repository/messages.ts'
import { statusOf } from '#lib/orders/rules/item-states.ts'
import type { ItemStatus } from '#lib/settings/rules/shop.ts'

/** What became of a checkout in this browser: its order, how that stands and is paid, and why the bank said no, if it did. */
export type OrderOfCheckout = {
  orderId: string
  statuses: ItemStatus[]
  isTransfer: boolean
  declineCode: string | null
}

/** The order that this browser made of all these offers. `null` when there is none, or somebody else started it. */
export const getOrderOfCheckout = cache(async (caller: Caller, checkoutId: string): Promise<OrderOfCheckout | null> => {
  if (caller.kind !== 'guest' || caller.grants.length === 0) return null
  const quoteIds = quoteIdsOf(checkoutId) ?? []
  const order = await db().order.findFirst({
    where: {
      id: { in: caller.grants.map(({ orderId }) => orderId) },
      items: { some: { quoteId: { in: quoteIds } }, every: { quoteId: { in: quoteIds } } },
    },
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      items: { orderBy: { position: 'asc' }, select: { state: true } },
      payments: { orderBy: { n: 'desc' }, select: { provider: true, declineCode: true } },
    },
  })
  if (!order || order.items.length < quoteIds.length) return null
  const isTransfer = order.payments.some(({ provider }) => provider === 'bank_transfer')
  const declineCode = order.payments[0]?.declineCode ?? null

  return { orderId: order.id, statuses: order.items.map(statusOf), isTransfer, declineCode }
})

/** The offers that an order was made of, in its order, for its own page to forget what was typed for them. */
export const getQuotesOfOrder = cache(async (orderId: string): Promise<string[]> => {
  const items = await db().orderItem.findMany({
    where: { orderId },
    orderBy: { position: 'asc' },
    select: { quoteId: true },
  })

  return items.map(({ quoteId }) => quoteId)
})

const MONTH_MS = 30 * 86_400_000
// Of fewer nobody can say what is usual.
const FEWEST = 5

/** How long half of the messages of the last 30 days waited for their answer at most, `null` while that says nothing. */
export async function getAnswerTimeMs(now: Date): Promise<number | null> {
  const { count, medianMs } = await readAnswerTimes(new Date(now.getTime() - MONTH_MS))

  return count >= FEWEST ? medianMs : null
}

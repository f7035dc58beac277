import 'server-only'
import { cache } from 'react'
import { db } from '#lib/db/client.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { standingOf } from '#lib/domain/line-states.ts'
import type { LineStanding } from '#lib/domain/shop.ts'

/** What became of an offer in this browser: the order that was started with it, how it stands, and how it is paid. */
export type OrderOfQuote = { orderId: string; standing: LineStanding; isTransfer: boolean }

/** The order that this browser started with an offer. `null` when there is none, or somebody else started it. */
export const getOrderOfQuote = cache(async (caller: Caller, quoteId: string): Promise<OrderOfQuote | null> => {
  if (caller.kind !== 'guest' || caller.grants.length === 0) return null
  const line = await db().line.findFirst({
    where: { quoteId, orderId: { in: caller.grants.map(({ orderId }) => orderId) } },
    orderBy: { createdAt: 'desc' },
    select: { orderId: true, state: true, order: { select: { payments: { select: { provider: true } } } } },
  })
  if (!line) return null
  const isTransfer = line.order.payments.some(({ provider }) => provider === 'bank_transfer')

  return { orderId: line.orderId, standing: standingOf(line), isTransfer }
})

/** The offers that an order was made of, for its own page to forget what was typed for them. */
export const getQuotesOfOrder = cache(async (orderId: string): Promise<string[]> => {
  const lines = await db().line.findMany({ where: { orderId }, select: { quoteId: true } })

  return lines.map(({ quoteId }) => quoteId)
})

import 'server-only'
import { cache } from 'react'
import { db } from '#lib/db/client.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { standingOf } from '#lib/domain/line-states.ts'
import type { LineStanding } from '#lib/domain/shop.ts'

/** What became of an offer in this browser: the order that was started with it, and how that stands. */
export type OrderOfQuote = { orderId: string; standing: LineStanding }

/** The order that this browser started with an offer. `null` when there is none, or somebody else started it. */
export const getOrderOfQuote = cache(async (caller: Caller, quoteId: string): Promise<OrderOfQuote | null> => {
  if (caller.kind !== 'guest' || caller.grants.length === 0) return null
  const line = await db().line.findFirst({
    where: { quoteId, orderId: { in: caller.grants.map(({ orderId }) => orderId) } },
    orderBy: { createdAt: 'desc' },
    select: { orderId: true, state: true },
  })

  return line && { orderId: line.orderId, standing: standingOf(line) }
})

import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { findPersonIds } from './customers.ts'

/** As many as the network answers about in one call. */
const MOST_ESIMS = 100
const MOST_ORDERS = 100

/** The delivered eSIMs of orders that were made with a proven address, the newest hundred. Codes are not among it. */
export async function listOwnEsims(email: string) {
  return db().esim.findMany({
    where: { item: { state: 'DELIVERED', order: { personId: { in: await findPersonIds(email) } } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ESIMS,
    select: {
      id: true,
      iccid: true,
      travellerName: true,
      activateBefore: true,
      cancelState: true,
      revealedAt: true,
      facts: true,
      item: {
        select: {
          orderId: true,
          order: { select: { number: true } },
          quote: { select: { days: true, startDate: true, skuId: true, locale: true, snapshot: true } },
        },
      },
    },
  })
}

/** The orders that were made with a proven address, the newest hundred. */
export async function listOwnOrders(email: string) {
  return db().order.findMany({
    where: { personId: { in: await findPersonIds(email) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ORDERS,
    select: {
      id: true,
      number: true,
      createdAt: true,
      currency: true,
      totalMinor: true,
      items: {
        orderBy: { position: 'asc' },
        select: {
          state: true,
          reason: true,
          quote: { select: { count: true, days: true, skuId: true, locale: true, snapshot: true } },
        },
      },
    },
  })
}

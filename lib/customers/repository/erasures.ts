import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { ErasureReport } from '#lib/customers/rules/admin-customers.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'

// Money that only has to arrive needs nobody to be told.
const DONE = [...ENDED_STATES, 'REFUND_DUE', 'REFUNDING'] as const

/** The number of an order of these people that is still to be delivered or decided; `null` when there is none. */
export async function findOrderUnderWay(personIds: string[]): Promise<string | null> {
  const row = await db().order.findFirst({
    where: { personId: { in: personIds }, items: { some: { state: { notIn: [...DONE] } } } },
    select: { number: true },
  })

  return row?.number ?? null
}

/** Counts what an erasure of these people touches, and names what stays. */
export async function countKept(personIds: string[]): Promise<Omit<ErasureReport, 'people'>> {
  const order = { personId: { in: personIds } }
  const ids = (await db().order.findMany({ where: order, select: { id: true } })).map(({ id }) => id)
  const orderId = { in: ids }
  const [esims, notes, links, shares, refunds, opened] = await Promise.all([
    db().esim.count({ where: { item: { order } } }),
    db().orderNote.count({ where: { orderId } }),
    db().accessLink.count({ where: { orderId, revokedAt: null } }),
    db().esimShare.count({ where: { esim: { item: { order } }, endedAt: null } }),
    db().refund.count({ where: { payment: { order }, state: { in: ['INTENDED', 'SENT'] } } }),
    db().withdrawal.count({ where: { orderId, confirmedAt: { not: null } } }),
  ])
  const kept = [
    ...(ids.length > 0 ? ['orders', 'payments', 'consents', 'backups'] : ['backups']),
    ...(refunds > 0 ? ['open_refunds'] : []),
    ...(opened > 0 ? ['withdrawals'] : []),
  ]

  return { orders: ids.length, esims, notes, links: links + shares, kept }
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'

/** What is asked back: an item as a whole, or some of its eSIMs. */
export type Wanted = { itemId?: string; esimIds?: readonly string[] }

/** Has whoever asks for something of an order back wait for the others, so that each one's sum shows in the next one's. */
export async function lockAskedBack(orderId: string, tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`asked-back:${orderId}`}, 0))`
}

/**
 * What staff have asked back of an order, in minor units of its prices, whether it has come back yet or not. What the
 * provider or the worker did not carry out does not count, and neither does what is `wanted` again.
 */
export async function sumAskedBackByStaff(orderId: string, wanted: Wanted, client: Tx = db()): Promise<number> {
  const items = await client.orderItem.findMany({
    where: { orderId },
    select: { id: true, state: true, priceMinor: true, esims: { select: { id: true, priceShareMinor: true } } },
  })
  const events = await client.orderEvent.findMany({
    where: {
      orderId,
      actor: { startsWith: 'staff:' },
      itemId: { not: null },
      OR: [{ kind: 'return_asked' }, { kind: 'decided', data: { path: ['act'], equals: 'cancel' } }],
    },
    select: { itemId: true },
  })
  const requests = await client.cancelAttempt.findMany({
    where: {
      itemId: { in: items.map(({ id }) => id) },
      requestedBy: { startsWith: 'staff:' },
      state: { not: 'REFUSED' },
    },
    select: { itemId: true, items: { select: { esimId: true } } },
  })
  // An item that was delivered all the same is not on its way back.
  const undelivered = new Set(items.filter(({ state }) => state !== 'DELIVERED').map(({ id }) => id))
  const whole = new Set([
    ...events.flatMap(({ itemId }) => (itemId && undelivered.has(itemId) ? itemId : [])),
    ...requests.flatMap(({ itemId, items: esims }) => (esims.length === 0 ? itemId : [])),
  ])
  const single = new Set(requests.flatMap((request) => request.items.map(({ esimId }) => esimId)))
  const again = new Set(wanted.esimIds)

  return items
    .filter(({ id }) => id !== wanted.itemId)
    .reduce((total, { id, priceMinor, esims }) => {
      if (whole.has(id)) return total + priceMinor
      const asked = esims.filter((esim) => single.has(esim.id) && !again.has(esim.id))

      return total + asked.reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)
    }, 0)
}

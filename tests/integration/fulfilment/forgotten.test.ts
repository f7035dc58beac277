import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { wakeForgotten } from '#lib/fulfilment/repository/forgotten.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

async function hear(objectId: string, provider = 'test'): Promise<void> {
  const id = `evt_${provider}_${objectId}`
  await db().providerEvent.create({ data: { id, provider, eventId: id, kind: 'payment.captured', objectId } })
}

test('payments without a date are woken when they are under way, or when an unread event names them', async () => {
  const orders = []
  for (let n = 0; n < 6; n++) orders.push(await addSoldOrder())
  const [open, named, session, done, elsewhere, leased] = orders.map(({ paymentId }) => paymentId)
  const change = (id = '', data: object) => db().payment.update({ where: { id }, data })
  await change(open, { state: 'OPEN', capturedMinor: 0 })
  await hear(orders[1]?.objectId ?? '')
  await change(session, { sessionId: 'ses_1' })
  await hear('ses_1')
  await hear(orders[4]?.objectId ?? '', 'stripe')
  await change(leased, { state: 'OPEN', capturedMinor: 0, leaseUntil: new Date(Date.now() + 60_000) })

  expect(await wakeForgotten()).toBe(3)
  const woken = await db().payment.findMany({ where: { nextActionAt: { not: null } }, select: { id: true } })
  expect(woken.map(({ id }) => id).sort()).toEqual([open, named, session].sort())
  expect(woken.map(({ id }) => id)).not.toContain(done)
  expect(woken.map(({ id }) => id)).not.toContain(elsewhere)
  expect(await wakeForgotten()).toBe(0)
})

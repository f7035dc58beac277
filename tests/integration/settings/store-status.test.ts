import { afterAll, beforeAll, expect, test } from 'vitest'
import { pauseSales, resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { getStoreProof } from '#lib/operations/queries/store-proof.ts'
import { getStoreStatus } from '#lib/settings/queries/store-facts.ts'
import { order, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

const status = () => getStoreStatus('trial')

test('a store that sold nothing says that no time was measured, and not that it took none', async () => {
  expect(await status()).toMatchObject({ orders: 'normal', medianMs: null, waitingSince: null })
})

test('the time from payment to eSIM is that of the orders of the last day', async () => {
  const started = await order()
  await pay(sale, started)
  await workUntil(started.itemId, ['DELIVERED'])
  const readyAt = new Date(Date.now() - 60_000)
  await db().orderItem.update({
    where: { id: started.itemId },
    data: { readyAt, deliveredAt: new Date(readyAt.getTime() + 4_000) },
  })

  expect(await status()).toMatchObject({ orders: 'normal', medianMs: 4_000 })
})

test('the front page proves how fast eSIMs arrive once enough were delivered to say so', async () => {
  expect(await getStoreProof('trial')).toEqual({ deliveryMs: null, answerMs: null })
  expect(await getStoreProof('trial', 1)).toEqual({ deliveryMs: 4_000, answerMs: null })
  expect(await getStoreProof('live', 1)).toEqual({ deliveryMs: null, answerMs: null })
})

test('a paid order that waits for more than ten minutes is told with its time, while the network is silent', async () => {
  sale.shop.provider.control.addFault({ path: 'addEsimOrder', kind: 'code', code: 4711 })
  const started = await order()
  await pay(sale, started)
  await workUntil(started.itemId, ['UNKNOWN'])
  expect(await status()).toMatchObject({ orders: 'normal', waitingSince: null })

  const readyAt = new Date(Date.now() - 11 * 60_000)
  await db().orderItem.update({ where: { id: started.itemId }, data: { readyAt } })

  const { orders, waitingSince } = await status()
  expect(orders).toBe('slow')
  expect(Math.abs((waitingSince?.getTime() ?? 0) - readyAt.getTime())).toBeLessThan(5_000)
})

test('a closed till says more than a slow order', async () => {
  await transaction((tx) => pauseSales('placements_refused', {}, tx))

  expect(await status()).toMatchObject({ orders: 'closed' })
  await resumeSales('staff:test')
})

import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { wakeItemsOfOrder } from '#lib/orders/repository/items.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { freshParties, order, pay, type Sale, type Started, startSale, workUntil } from '#tests/support/sale.ts'

// A process believes for half a second what it read of a breaker.
const BREAKER_IS_BELIEVED_MS = 600

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '1' })
})
afterAll(() => sale.close())
beforeEach(() => freshParties(sale))

/** An order whose call got no answer, before the first look for it. */
async function unclearOrder(): Promise<Started> {
  sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'reset' })
  const started = await order()
  await pay(sale, started)
  await workUntil(started.itemId, ['UNKNOWN'])

  return started
}

async function lookNow({ orderId }: Started): Promise<void> {
  await wakeItemsOfOrder(orderId)
  await runUntilIdle()
}

async function shown({ caller, orderId }: Started) {
  const [page, status] = [await getOrderPage(caller, orderId), await getOrderProgress(caller, orderId)]

  return { looks: page?.items[0]?.looks, version: status?.version }
}

test('a buyer reads when the network was last asked and when it is asked next, and the page is told of every look', async () => {
  const started = await unclearOrder()
  const before = await shown(started)

  await lookNow(started)
  const first = await shown(started)
  await lookNow(started)
  const second = await shown(started)

  const item = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId }, include: { attempts: true } })
  expect(before.looks).toBeNull()
  expect(await getOrderPage(started.caller, started.orderId)).toMatchObject({ money: 'held' })
  expect(second.looks).toEqual({ lastAt: item.attempts[0]?.lastLookAt, nextAt: item.nextActionAt })
  expect(second.looks?.nextAt?.getTime()).toBeGreaterThan(second.looks?.lastAt.getTime() ?? Number.NaN)
  expect(new Set([before, first, second].map(({ version }) => version)).size).toBe(3)
})

test('while the network is being asked no time is named for the next look', async () => {
  const started = await unclearOrder()
  await lookNow(started)

  const soon = new Date(Date.now() + 60_000)
  await db().orderItem.update({ where: { id: started.itemId }, data: { leaseUntil: soon, nextActionAt: soon } })

  expect((await shown(started)).looks).toMatchObject({ nextAt: null })
})

test('a look for which no byte left is not told as asking', async () => {
  const started = await unclearOrder()
  const open = { state: 'open', nextProbeAt: new Date(Date.now() + 60_000) }
  await db().breaker.upsert({ where: { key: 'reads' }, create: { key: 'reads', ...open }, update: open })
  await passed(BREAKER_IS_BELIEVED_MS)

  await lookNow(started)

  expect(await db().attempt.findFirst({ where: { itemId: started.itemId } })).toMatchObject({ looks: 1 })
  expect((await shown(started)).looks).toBeNull()
})

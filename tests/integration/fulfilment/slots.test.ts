import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { claimOne } from '#lib/core/repository/leases.ts'
import { runItem } from '#lib/fulfilment/commands/fulfil-item/run-item.ts'
import { claimer } from '#lib/fulfilment/commands/hold-lease.ts'
import { storeSetting } from '#lib/settings/repository/settings.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { order, pay, placements, type Sale, startSale, stateOf, workUntil } from '#tests/support/sale.ts'

const HOUR_MS = 3_600_000

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '1' })
})

afterAll(() => sale.close())

async function paidAndWaiting(): Promise<string> {
  const started = await order()
  await pay(sale, started)
  await workUntil(started.itemId, ['READY'])
  expect(placements(sale, started.itemRef)).toHaveLength(0)

  return started.itemId
}

/** When each of them asks again, seen from now. */
async function pauses(itemIds: string[]): Promise<(number | null)[]> {
  const rows = await db().orderItem.findMany({ where: { id: { in: itemIds } } })

  return itemIds.map((id) => {
    const at = rows.find((row) => row.id === id)?.nextActionAt

    return at ? at.getTime() - Date.now() : null
  })
}

test('D32 a place that is given back goes to the line that has waited longest, and to nobody else', async () => {
  const strangers = { owner: 'another process', until: new Date(Date.now() + HOUR_MS) }
  await db().slot.updateMany({ where: { kind: 'placement' }, data: strangers })
  const [first, second, third] = [await paidAndWaiting(), await paidAndWaiting(), await paidAndWaiting()]
  // Asked last, and so the last to ask again by itself.
  const asksAgainAt = new Date(Date.now() + 4_000)
  await db().orderItem.updateMany({
    where: { id: { in: [first, second, third] } },
    data: { nextActionAt: asksAgainAt },
  })
  await db().slot.update({ where: { kind_n: { kind: 'placement', n: 1 } }, data: { owner: null, until: null } })

  const lease = await claimOne('Line', { ...claimer(), id: first })
  if (!lease) throw new Error('Nobody else works here.')
  await runItem(lease)

  const [next, last] = await pauses([second, third])
  expect(next).toBeLessThanOrEqual(0)
  expect(last).toBeGreaterThan(0)
  await runUntilIdle()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['DELIVERED', 'DELIVERED'])
})

test('D12 a line without a place asks the network nothing: hundreds wait behind an outage', async () => {
  const strangers = { owner: 'another process', until: new Date(Date.now() + HOUR_MS) }
  await db().slot.updateMany({ where: { kind: 'placement' }, data: strangers })
  const waiting = await paidAndWaiting()
  const before = sale.shop.provider.control.calls().length

  // So long ago that it would be looked for at the network before it is ordered.
  const readyAt = new Date(Date.now() - HOUR_MS)
  await db().orderItem.update({ where: { id: waiting }, data: { readyAt, nextActionAt: new Date() } })
  await runUntilIdle()

  expect(sale.shop.provider.control.calls()).toHaveLength(before)
  const [pause] = await pauses([waiting])
  expect(pause).toBeGreaterThan(0)
  await db().slot.updateMany({ where: { kind: 'placement' }, data: { owner: null, until: null } })
  await db().orderItem.update({ where: { id: waiting }, data: { nextActionAt: new Date() } })
  await runUntilIdle()
  expect(await stateOf(waiting)).toBe('DELIVERED')
})

test('the owner says how many order calls may be under way at once, and a waiting line follows a new word', async () => {
  const say = (value: number) => storeSetting({ key: 'orders.inFlight', value, setBy: 'test' }, db())
  await say(1)
  const stranger = { owner: 'another process', until: new Date(Date.now() + HOUR_MS) }
  await db().slot.updateMany({ where: { kind: 'placement' }, data: { owner: null, until: null } })
  await db().slot.update({ where: { kind_n: { kind: 'placement', n: 1 } }, data: stranger })
  const waiting = await paidAndWaiting()

  await say(2)
  await db().orderItem.update({ where: { id: waiting }, data: { nextActionAt: new Date() } })
  await runUntilIdle()

  expect(await stateOf(waiting)).toBe('DELIVERED')
})

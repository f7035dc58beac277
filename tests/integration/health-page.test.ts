import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db/client.ts'
import { getUpstreamHealth } from '#lib/queries/admin-health.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const MINUTE = 60_000

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

// When a process started and when it was last heard of, in minutes ago.
async function shown(processes: Record<string, [started: number, heard: number]>) {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
  await db().heartbeat.deleteMany()
  await db().heartbeat.createMany({
    data: Object.entries(processes).map(([id, [started, heard]]) => {
      return { id, kind: 'runner', startedAt: ago(started), at: ago(heard) }
    }),
  })
  const { workers } = await getUpstreamHealth(await addStaff('support'))

  return workers.map(({ id, isAlive }) => `${id} ${isAlive ? 'alive' : 'silent'}`)
}

test('a worker that fell silent and was replaced is told for an hour, and no longer', async () => {
  expect(await shown({ first: [900, 300], second: [299, 90], third: [80, 40], fourth: [30, 0] })).toEqual([
    'fourth alive',
    'third silent',
  ])
})

test('one that fell silent beside another, or with none after it, is told for a day', async () => {
  expect(await shown({ one: [900, 0], other: [900, 300] })).toEqual(['one alive', 'other silent'])
  expect(await shown({ first: [1_900, 700], last: [650, 600] })).toEqual(['last silent'])
  expect(await shown({ first: [1_900, 1_500] })).toEqual([])
})

test('says when a backup was noted, when money came in last, and what of the payment providers waits', async () => {
  const staff = await addStaff('support')
  const before = await getUpstreamHealth(staff)
  const { paymentId } = await addSoldOrder()
  const receivedAt = new Date(Date.now() - 3 * MINUTE)
  const event = { provider: 'test', eventId: 'evt_1', kind: 'paid', objectId: 'obj_1', receivedAt }
  await db().providerEvent.create({ data: { id: 'pev_1', ...event } })
  await db().setting.create({ data: { key: 'backup.made', value: 'x', updatedBy: 'store', updatedAt: receivedAt } })
  const { createdAt } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })

  const { payments, database } = await getUpstreamHealth(staff)

  expect(before).toMatchObject({ payments: { lastAt: null, waiting: 0, oldestAt: null }, database: { backupAt: null } })
  expect(payments).toEqual({ lastAt: createdAt, waiting: 1, oldestAt: receivedAt })
  expect(database.backupAt).toEqual(receivedAt)
  expect(database.megabytes).toBeGreaterThan(0)
})

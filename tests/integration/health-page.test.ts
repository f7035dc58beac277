import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db/client.ts'
import { callFilterSchema } from '#lib/domain/admin-calls.ts'
import { getCallPage } from '#lib/queries/admin-calls.ts'
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

test('says what was asked of the network today beside what is planned, and knows no plan before a first pass', async () => {
  const staff = await addStaff('support')
  await db().usageWatch.deleteMany()
  await db().sku.updateMany({ data: { vanishedAt: new Date() } })
  const before = (await getUpstreamHealth(staff)).calls
  expect(before.catalogue.planned).toBeNull()
  expect(before.usage).toEqual({ watched: 0, asked: 0, most: 0 })

  const yesterday = new Date(before.since.getTime() - MINUTE)
  await db().callLog.createMany({
    data: [yesterday, before.since].map((at) => ({ at, endpoint: 'listPlans', class: 'ok', latencyMs: 1 })),
  })
  await db().syncRun.createMany({
    data: [yesterday, before.since].map((startedAt, index) => {
      return { id: `syn_load${index}`, trigger: 'schedule', state: 'finished' as const, calls: 3, startedAt }
    }),
  })
  await db().sku.updateMany({ where: { partnerId: null }, data: { vanishedAt: null } })
  const destinations = await db().sku.count({ where: { partnerId: null } })
  const [order] = await db().upstreamOrder.findMany({ take: 1 })
  await db().usageWatch.create({ data: { orderNum: order?.orderNum ?? '', dueAt: new Date(), askedAt: before.since } })

  const { calls } = await getUpstreamHealth(staff)

  expect(calls.all).toBe(before.all + 1)
  expect(calls.lastAt?.getTime()).toBeGreaterThanOrEqual(before.since.getTime())
  expect(calls.catalogue).toEqual({ calls: before.catalogue.calls + 3, planned: 4 * (destinations + 1) })
  expect(calls.usage).toEqual({ watched: 1, asked: 1, most: 24 })
})

test('shows the calls behind each of its numbers, as many as the number says, page by page', async () => {
  const staff = await addStaff('read_only')
  const { id, lineId } = await addSoldOrder()
  const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
  await db().callLog.createMany({
    data: [
      ...Array.from({ length: 60 }, () => ({ at: at(5), endpoint: 'topUp', class: 'ok', latencyMs: 9, lineId })),
      { at: at(4), endpoint: 'topUp', class: 'refused', code: -7, latencyMs: 9 },
      { at: at(3), endpoint: 'topUp', class: 'timeout', latencyMs: 9 },
      { at: at(2), endpoint: 'topUp', class: 'refused', latencyMs: 9 },
      { at: at(25 * 60), endpoint: 'topUp', class: 'timeout', latencyMs: 9 },
    ],
  })
  const pageOf = (wish: Record<string, string>) => getCallPage(staff, callFilterSchema.parse({ span: 'day', ...wish }))
  const row = (await getUpstreamHealth(staff)).endpoints.find(({ endpoint }) => endpoint === 'topUp')

  const first = await pageOf({ endpoint: 'topUp' })
  const second = await pageOf({ endpoint: 'topUp', after: first.next ?? '' })
  const ids = [...first.rows, ...second.rows].map((one) => one.id)
  expect([row?.calls, ids.length, new Set(ids).size, second.next]).toEqual([63, 63, 63, null])
  expect(first.rows[0]).toMatchObject({ class: 'refused', code: null, order: null })
  expect(second.rows.at(-1)?.order?.id).toBe(id)
  for (const { class: kind, code, count } of row?.others ?? []) {
    const { rows } = await pageOf({ endpoint: 'topUp', class: kind, code: code === null ? 'none' : String(code) })
    expect(rows).toHaveLength(count)
  }
  expect(row?.others).toHaveLength(3)
})

test('says what is free on the disk of the embedded database, and nothing about one that nobody sees', async () => {
  const staff = await addStaff('support')
  const known = process.env.EMBEDDED_POSTGRES_DIR
  try {
    process.env.EMBEDDED_POSTGRES_DIR = '.'
    const { bavail, bsize } = fs.statfsSync('.')
    const { disk } = await getUpstreamHealth(staff)
    // Others write to this disk too.
    expect(Math.abs((disk?.freeMb ?? 0) - (bavail * bsize) / 1e6)).toBeLessThan(2_000)
    expect(disk?.totalMb).toBeGreaterThan(disk?.freeMb ?? 0)

    for (const nowhere of ['', '/does/not/exist']) {
      process.env.EMBEDDED_POSTGRES_DIR = nowhere
      expect((await getUpstreamHealth(staff)).disk).toBeNull()
    }
  } finally {
    if (known === undefined) delete process.env.EMBEDDED_POSTGRES_DIR
    else process.env.EMBEDDED_POSTGRES_DIR = known
  }
})

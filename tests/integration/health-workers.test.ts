import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db/client.ts'
import { getUpstreamHealth } from '#lib/queries/admin-health.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
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

import { expect, test } from 'vitest'
import { GET } from '#app/api/health/ready/route.ts'
import { VERSION } from '#lib/core/release.ts'
import { db } from '#lib/core/repository/client.ts'
import { beat, endBeat, nameOwnBeat } from '#lib/core/repository/queue.ts'
import { getReadiness } from '#lib/operations/queries/readiness.ts'
import { startHttpWorld } from '#tests/support/http-world.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

const world = duringTests(startHttpWorld)

test('a store without a worker is not ready, and says that it is the worker', async () => {
  expect(await getReadiness()).toEqual({
    status: 'not_ready',
    checks: { database: 'ok', schema: 'ok', worker: 'failed', clock: 'ok' },
  })
})

test('a store with a worker is ready', async () => {
  await beat('runner:test', 'runner')

  expect(await getReadiness()).toMatchObject({ status: 'ready' })
  await endBeat('runner:test')
})

test('a process that only works answers for its own worker, not for another', async () => {
  changeSettings({ WORKER: 'only' })
  await beat('runner:elsewhere', 'runner')
  expect((await getReadiness()).checks.worker).toBe('failed')

  nameOwnBeat('runner:own')
  await beat('runner:own', 'runner')
  expect(await getReadiness()).toMatchObject({ status: 'ready' })
  changeSettings({ WORKER: 'off' })
  await endBeat('runner:own')
  expect(await getReadiness()).toMatchObject({ status: 'ready' })
  await endBeat('runner:elsewhere')
})

test('a worker that fell silent a minute ago does not count', async () => {
  await beat('runner:test', 'runner')
  await db().heartbeat.update({ where: { id: 'runner:test' }, data: { at: new Date(Date.now() - 61_000) } })

  expect((await getReadiness()).checks.worker).toBe('failed')
  await endBeat('runner:test')
})

test('a migration that did not finish is noticed', async () => {
  await db().$executeRaw`UPDATE "_prisma_migrations" SET "finished_at" = NULL`

  expect((await getReadiness()).checks.schema).toBe('failed')
  await db().$executeRaw`UPDATE "_prisma_migrations" SET "finished_at" = now()`
})

test('a schema that a newer release has changed beyond this one is noticed', async () => {
  const write = (understoodFrom: string) =>
    db().schemaState.update({ where: { id: 'main' }, data: { release: '99.2.0', understoodFrom } })
  await write('99.1.0')
  expect((await getReadiness()).checks.schema).toBe('failed')

  await write(VERSION)
  expect((await getReadiness()).checks.schema).toBe('ok')
})

test('the release is told to who watches over the store, and to nobody else', async () => {
  changeSettings({ METRICS_TOKEN: 'a token of the monitor' })
  const ask = async (headers: HeadersInit) => (await GET(new Request('http://shop.test/', { headers }))).json()

  expect(await ask({ authorization: 'Bearer a token of the monitor' })).toMatchObject({
    release: { version: VERSION, schema: { level: expect.any(Number), release: '99.2.0' } },
  })
  for (const headers of [{}, { authorization: 'Bearer x' }, { 'x-landfall-local': '' }]) {
    expect(Object.keys(await ask(headers))).toEqual(['status', 'checks'])
  }
})

test('a database that is away is told, not thrown', async () => {
  await world.close()
  changeSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' })

  expect(await getReadiness()).toEqual({
    status: 'not_ready',
    checks: { database: 'failed', schema: 'unknown', worker: 'unknown', clock: 'unknown' },
  })
})

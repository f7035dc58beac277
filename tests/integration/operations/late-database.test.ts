import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { jobFilterSchema } from '#lib/operations/rules/admin-jobs.ts'
import { keepJobs, startRunner } from '#lib/worker/runner.ts'
import { migrate } from '#scripts/migrate.mjs'
import { bareDatabase } from '#tests/support/own-database.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { changeSettings, type Shop, startShop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

/** A port on which nobody listens yet; behind it the database, from `open` on. */
async function closedProxy(
  url: string,
): Promise<{ url: string; open: () => Promise<void>; close: () => Promise<void> }> {
  const { hostname, port } = new URL(url)
  const proxy = net.createServer((socket) => {
    const inside = net.connect(Number(port), hostname)
    socket.pipe(inside).pipe(socket)
    socket.on('error', () => inside.destroy())
    inside.on('error', () => socket.destroy())
  })
  const listen = (at: number) => new Promise<void>((resolve) => proxy.listen(at, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => proxy.close(() => resolve()))
  await listen(0)
  const { port: free } = proxy.address() as net.AddressInfo
  await close()
  const outside = new URL(url)
  outside.host = `127.0.0.1:${free}`

  return { url: outside.href, open: () => listen(free), close }
}

test('a worker that starts before its database waits for it, and goes on when it comes', async () => {
  const { DATABASE_URL: inside = '' } = shop.settings
  const proxy = await closedProxy(inside)
  await closeDatabase()
  changeSettings({ DATABASE_URL: proxy.url })
  const starting = startRunner()
  const settled = starting.then(
    () => 'started',
    () => 'gave up',
  )
  const soon = new Promise((resolve) => setTimeout(resolve, 1_500, 'waiting'))
  expect(await Promise.race([settled, soon])).toBe('waiting')

  await proxy.open()

  expect(await settled).toBe('started')
  expect(await db().heartbeat.count({ where: { kind: 'runner' } })).toBe(1)
  await (await starting).stop()
  await closeDatabase()
  await proxy.close()
  changeSettings({ DATABASE_URL: inside })
})

test('the clock’s jobs are there once a database that was away at the start answers', async () => {
  const { DATABASE_URL: inside = '' } = shop.settings
  const proxy = await closedProxy(inside)
  await db().$executeRaw`DROP SCHEMA IF EXISTS pgboss CASCADE`
  changeSettings({ DATABASE_URL: proxy.url })
  const jobs = keepJobs([{ name: 'sweeping', cron: '0 3 * * *', run: async () => undefined }], 200)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const schemas = () => db().$queryRaw<unknown[]>`SELECT 1 FROM pg_namespace WHERE nspname = 'pgboss'`
  expect(await schemas()).toEqual([])

  await proxy.open()

  await expect
    .poll(async () => (await schemas()).length > 0 && (await db().$queryRaw`SELECT "name" FROM "pgboss"."schedule"`))
    .toEqual([{ name: 'sweeping' }])
  await jobs.stop()
  const clock = async () => (await getJobPage(OWNER, jobFilterSchema.parse({}))).clock
  expect(await clock()).toMatchObject([{ name: 'sweeping', state: null, at: null, cause: null }])
  expect((await clock())[0]?.nextAt?.toISOString()).toMatch(/T03:00:00/)

  await db().$executeRaw`
    INSERT INTO "pgboss"."job" ("name", "state", "started_on", "completed_on", "output")
    VALUES ('sweeping', 'completed', now() - interval '1 day', now() - interval '1 day', NULL),
      ('sweeping', 'failed', now(), now(), '{"message": "disk of ana@example.com is full"}')`

  expect(await clock()).toMatchObject([{ state: 'failed', cause: 'disk of ana@example.com is full' }])
  await proxy.close()
  changeSettings({ DATABASE_URL: inside })
})

test('a worker whose database answers, but is not that of a store, says so instead of waiting', async () => {
  const { DATABASE_URL: inside = '' } = shop.settings
  await closeDatabase()
  const bare = await bareDatabase()
  changeSettings({ DATABASE_URL: bare })

  await expect(startRunner()).rejects.toThrow()

  await migrate(bare, 'prisma/migrations')
  await (await startRunner()).stop()
  await closeDatabase()
  changeSettings({ DATABASE_URL: inside })
})

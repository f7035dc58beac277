import net from 'node:net'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { jobFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { keepJobs, startRunner } from '#lib/worker/runner.ts'
import { checkSchema } from '#scripts/doctor/database.mjs'
import { migrate } from '#scripts/migrate.mjs'
import { levelOf, RELEASE } from '#scripts/release.mjs'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { askDatabase, bareDatabase } from '#tests/support/database-copies.ts'
import { FORMER_STEPS } from '#tests/support/model/former-steps.ts'
import { countStore, fillStore, makeFormer, migrateTo, migrationNames } from '#tests/support/model/older-store.ts'
import { aroundStatements, benchClient, cut } from '#tests/support/model/statements.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { changeSettings, duringTests, startShop } from '#tests/support/shop.ts'

const change = (url: string, setting: string) =>
  askDatabase(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`)

describe('D25 a store', () => {
  test('does not start on a server that may forget what it has confirmed', async () => {
    const url = await bareDatabase()
    await change(url, 'synchronous_commit = off')
    const said: string[] = []
    const open = () =>
      openDatabase({ settings: { databaseUrl: url, dataDir: '' }, root: '.', say: (text: string) => said.push(text) })

    await expect(open()).rejects.toThrow('The database cannot be prepared: synchronous_commit is off')

    await change(url, 'synchronous_commit = on')
    const { applied, close } = await open()
    expect(applied.length).toBeGreaterThan(0)
    await close()
    expect(said).toEqual([])
  })
})

describe('schema state', () => {
  const ALL = migrationNames()
  const NEWEST = levelOf(ALL.at(-1) ?? '')
  const LATER = ALL.slice(1)

  let url: string

  beforeEach(async () => {
    url = await bareDatabase()
  })

  const ask = (sql: string) => askDatabase<Record<string, unknown>>(url, sql)

  const noted = () => ask('SELECT "level"::float8 AS level, "release", "understoodFrom" FROM "SchemaState"')
  const books = async () =>
    (await ask('SELECT migration_name AS name FROM "_prisma_migrations" ORDER BY 1')).map(({ name }) => name)
  const start = (release: typeof RELEASE) => migrate(url, 'prisma/migrations', () => undefined, null, release)

  describe('a database', () => {
    test('knows which release brought it how far, and which is the oldest that works on it', async () => {
      await start(RELEASE)

      expect(await noted()).toEqual([
        { level: NEWEST, release: RELEASE.version, understoodFrom: RELEASE.understoodFrom },
      ])
    })

    test('of the release before is brought up to date, keeps what that release knows it by, and then knows the new one', async () => {
      await makeFormer(url)
      expect(await checkSchema(url)).toMatchObject({
        text: expect.stringContaining(`applies ${LATER.length} migrations`),
      })

      expect(await start(RELEASE)).toEqual(LATER)
      expect(await start(RELEASE)).toEqual([])

      expect(await books()).toEqual([...FORMER_STEPS, ...LATER])
      expect(await noted()).toMatchObject([{ level: NEWEST, release: RELEASE.version }])
      expect(await checkSchema(url)).toEqual({
        state: 'ok',
        text: `level ${NEWEST}, made by release ${RELEASE.version}`,
      })
    })

    test.each(['first', 'last', 'twentieth'])(
      'that lacks a step of the release before is refused (the %s one)',
      async (which) => {
        const at = { first: 0, last: FORMER_STEPS.length - 1 }[which] ?? 19
        const steps = FORMER_STEPS.filter((_, index) => index !== at)
        await makeFormer(url, steps)
        const words = `this database is older than release 0.1.0, the oldest that ${RELEASE.version} brings up to date`

        await expect(start(RELEASE)).rejects.toThrow(words)
        expect(await checkSchema(url)).toMatchObject({ state: 'bad', text: expect.stringContaining(words) })
        expect(await books()).toEqual(steps)
        expect(await ask(`SELECT to_regclass('"SchemaState"') AS "made"`)).toEqual([{ made: null }])
      },
    )
  })

  describe('an older release', () => {
    test('refuses a schema that it does not understand, names the one that is needed, and writes nothing', async () => {
      await start({ ...RELEASE, version: '9.2.0', understoodFrom: '9.1.0' })
      const before = await noted()
      const open = () => openDatabase({ settings: { databaseUrl: url, dataDir: '' }, root: '.', say: () => {} })

      await expect(open()).rejects.toThrow(
        `The database cannot be prepared: release 9.2.0 has changed this database, and ${RELEASE.version} does not ` +
          'understand it: 9.1.0 or newer is needed.',
      )
      expect(await noted()).toEqual(before)
    })

    test('starts on a newer schema that leaves it room, and lowers nothing', async () => {
      await start({ ...RELEASE, version: '9.2.0', understoodFrom: RELEASE.version })
      await ask(
        `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_later', now())`,
      )
      await ask(`UPDATE "SchemaState" SET "level" = 29990101000000`)

      expect(await start(RELEASE)).toEqual([])
      expect(await noted()).toEqual([{ level: 29990101000000, release: '9.2.0', understoodFrom: RELEASE.version }])
    })
  })

  describe('a newer release', () => {
    test('refuses a database below its floor, names the release between, and writes nothing', async () => {
      await makeFormer(url)
      const floor = { level: NEWEST, release: '0.2.0' }

      await expect(start({ ...RELEASE, version: '9.2.0', floor })).rejects.toThrow(
        'this database is older than release 0.2.0, the oldest that 9.2.0 brings up to date: start release 0.2.0 on it once',
      )
      expect(await books()).toEqual(FORMER_STEPS)
    })

    test('takes a bare one', async () => {
      expect(await start({ ...RELEASE, floor: { level: 29990101000000, release: '9.0.0' } })).toEqual(ALL)
    })
  })
})

describe('migrations', () => {
  const ORDERS = process.env.FULL ? 10_000 : 200
  const ALL = migrationNames()
  const LATER = ALL.slice(1)

  let url: string
  let bench: pg.Client
  let before: Record<string, number>

  beforeEach(async () => {
    url = await bareDatabase()
    await makeFormer(url)
    bench = await benchClient(url)
    await fillStore(bench, ORDERS)
    before = await countStore(bench)

    return () => bench.end()
  })

  async function books(): Promise<string[]> {
    const { rows } = await bench.query('SELECT migration_name AS name FROM "_prisma_migrations" ORDER BY 1')

    return rows.map(({ name }) => name)
  }

  describe(`D29 a store of an earlier release with ${ORDERS} orders in all states`, () => {
    test('is brought up to date with every row, and the next start finds nothing to do', async () => {
      const startedAt = performance.now()
      const applied = await migrateTo(url, ALL.length)

      expect(performance.now() - startedAt).toBeLessThan(60_000)
      expect(applied).toEqual(LATER)
      expect(await countStore(bench)).toEqual(before)
      expect(await migrateTo(url, ALL.length)).toEqual([])
    })

    test('is brought up to date once by two processes that start together', async () => {
      const [one = [], other = []] = await Promise.all([migrateTo(url, ALL.length), migrateTo(url, ALL.length)])

      expect([...one, ...other].sort()).toEqual(LATER)
      expect(await books()).toEqual([...FORMER_STEPS, ...LATER])
      expect(await countStore(bench)).toEqual(before)
    })

    test.each(['before', 'behind'])('goes on where a process died (%s a commit)', async (when) => {
      let commits = 0
      const off = aroundStatements(async ({ kind }, run, client) => {
        if (kind !== 'commit' || ++commits !== Math.ceil(LATER.length / 2)) return run()
        if (when === 'behind') await run()
        cut(client)
        throw new Error('the line is dead')
      })
      await expect(migrateTo(url, ALL.length)).rejects.toThrow()
      off()

      await migrateTo(url, ALL.length)

      expect(await books()).toEqual([...FORMER_STEPS, ...LATER])
      expect(await countStore(bench)).toEqual(before)
    })

    test('still serves an old process that reads while it is brought up to date', async () => {
      let isOver = false
      const reading = (async () => {
        let reads = 0
        for (; !isOver || reads === 0; reads++) {
          const { rows } = await bench.query(
            'SELECT count(*)::int AS n FROM "Line" JOIN "Order" o ON o."id" = "orderId"',
          )
          expect(rows[0].n).toBe(ORDERS)
        }

        return reads
      })()

      await migrateTo(url, ALL.length)
      isOver = true

      expect(await reading).toBeGreaterThan(0)
    })
  })
})

describe('late database', () => {
  const shop = duringTests(startShop)

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
})

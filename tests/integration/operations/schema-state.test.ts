import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { lookAtSchema } from '#scripts/doctor/database.mjs'
import { migrate } from '#scripts/migrate.mjs'
import { levelOf, RELEASE } from '#scripts/release.mjs'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { FORMER_STEPS } from '#tests/support/model/former-steps.ts'
import { makeFormer, migrationNames } from '#tests/support/model/older-store.ts'
import { bareDatabase } from '#tests/support/own-database.ts'

const ALL = migrationNames()
const NEWEST = levelOf(ALL.at(-1) ?? '')
const LATER = ALL.slice(1)

let url: string

beforeEach(async () => {
  url = await bareDatabase()
})

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const noted = () => ask('SELECT "level"::float8 AS level, "release", "understoodFrom" FROM "SchemaState"')
const books = async () =>
  (await ask('SELECT migration_name AS name FROM "_prisma_migrations" ORDER BY 1')).map(({ name }) => name)
const start = (release: typeof RELEASE) => migrate(url, 'prisma/migrations', () => undefined, null, release)

describe('a database', () => {
  test('knows which release brought it how far, and which is the oldest that works on it', async () => {
    await start(RELEASE)

    expect(await noted()).toEqual([{ level: NEWEST, release: RELEASE.version, understoodFrom: RELEASE.understoodFrom }])
  })

  test('of the release before is brought up to date, keeps what that release knows it by, and then knows the new one', async () => {
    await makeFormer(url)
    expect(await lookAtSchema(url)).toMatchObject({
      text: expect.stringContaining(`applies ${LATER.length} migrations`),
    })

    expect(await start(RELEASE)).toEqual(LATER)
    expect(await start(RELEASE)).toEqual([])

    expect(await books()).toEqual([...FORMER_STEPS, ...LATER])
    expect(await noted()).toMatchObject([{ level: NEWEST, release: RELEASE.version }])
    expect(await lookAtSchema(url)).toEqual({
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
      expect(await lookAtSchema(url)).toMatchObject({ state: 'bad', text: expect.stringContaining(words) })
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

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#scripts/embedded-postgres.mjs'
import { migrate } from '#scripts/migrate.mjs'
import { keepState, readJson } from '#scripts/postgres/server.mjs'
import { SUPERUSER } from '#scripts/postgres/server-rules.mjs'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { adminOf, askDatabase, ownDatabase } from '#tests/support/database-copies.ts'

const MIGRATIONS = 'prisma/migrations'

/** Whatever of the store another role owns. */
const FOREIGN = `
  SELECT relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relowner <> 'store'::regrole AND nspname IN ('public', 'work')
  UNION ALL SELECT proname FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
    WHERE proowner <> 'store'::regrole AND nspname IN ('public', 'work')
  UNION ALL SELECT typname FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
    WHERE typowner <> 'store'::regrole AND nspname IN ('public', 'work')
  UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner <> 'store'::regrole AND nspname = 'work'
  UNION ALL SELECT datname FROM pg_database WHERE datdba <> 'store'::regrole AND datname = current_database()`

let dir: string

beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-role-'))
})

afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

test.each([
  ['read a file of the server', `SELECT pg_read_file('PG_VERSION')`],
  ['run a program', `COPY (SELECT 1) TO PROGRAM 'cat'`],
  ['change the settings of the server', 'ALTER SYSTEM SET fsync = off'],
  ['make a role', 'CREATE ROLE intruder SUPERUSER LOGIN'],
  ['switch triggers and references off', 'SET session_replication_role = replica'],
  ['become the first role', 'SET ROLE landfall'],
])('the store works as a role that may not %s', async (_, sql) => {
  await expect(askDatabase(await ownDatabase(), sql)).rejects.toMatchObject({ code: '42501' })
})

test('the store owns what it works with', async () => {
  const url = await ownDatabase()

  expect(await askDatabase(url, FOREIGN)).toEqual([])
  expect(await askDatabase(url, 'SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user')).toEqual([
    { rolsuper: false, rolcreaterole: false },
  ])
})

test('a start as a superuser says so, and one as the role of the store says nothing', async () => {
  const url = await ownDatabase()
  const start = async (databaseUrl: string) => {
    const said: string[] = []
    const settings = { databaseUrl, dataDir: '' }
    await (await openDatabase({ settings, root: '.', say: (text: string) => said.push(text) })).close()

    return said
  }

  expect(await start(url)).toEqual([])
  expect(await start(adminOf(new URL(url).pathname.slice(1)))).toEqual([SUPERUSER])
})

test('a data directory of release 0.1 is handed over at the start, with every row, and goes on', async () => {
  const first = await startEmbeddedPostgres(dir)
  // As that release left it: one role for everything, which the server does not let anybody demote.
  await askDatabase(first.adminUrl, 'ALTER DATABASE landfall OWNER TO landfall; DROP ROLE store')
  const { storePassword: _, ...state } = readJson(path.join(dir, 'embedded.json'))
  keepState(dir, state)
  await migrate(first.adminUrl, MIGRATIONS)
  await askDatabase(
    first.adminUrl,
    `CREATE SCHEMA work; CREATE TYPE work.state AS ENUM ('a'); CREATE DOMAIN work.sum AS int; CREATE TYPE work.pair AS (a int);
     CREATE TABLE work.job (id serial PRIMARY KEY, other int GENERATED ALWAYS AS IDENTITY, state work.state, sum work.sum);
     CREATE TABLE work.part (at date) PARTITION BY RANGE (at); CREATE TABLE work.part_1 PARTITION OF work.part DEFAULT;
     CREATE VIEW work.seen AS SELECT id FROM work.job; CREATE SEQUENCE work.alone;
     CREATE FUNCTION work.one(int) RETURNS int LANGUAGE sql AS 'SELECT 1'; INSERT INTO work.job (state) VALUES ('a');
     INSERT INTO "Setting" ("key", "value", "updatedBy", "updatedAt") VALUES ('kept', '1', 'test', now())`,
  )
  await first.release()

  const second = await startEmbeddedPostgres(dir)
  try {
    expect(await askDatabase(second.url, FOREIGN)).toEqual([])
    expect(await askDatabase(second.url, `SELECT "value" FROM "Setting" WHERE "key" = 'kept'`)).toEqual([{ value: 1 }])
    expect(await migrate(second.url, MIGRATIONS)).toEqual([])
    await askDatabase(
      second.url,
      `ALTER TABLE "Setting" ADD COLUMN "later" int; INSERT INTO work.job (state) VALUES ('a')`,
    )
    // Whoever joins a running server gets the same address.
    const joined = await startEmbeddedPostgres(dir)
    expect(joined.url).toBe(second.url)
    // The release before comes back with the role it knows.
    expect(await askDatabase(second.adminUrl, 'SELECT count(*)::int AS count FROM work.job')).toEqual([{ count: 2 }])
  } finally {
    await second.release()
  }
})

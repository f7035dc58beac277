import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { copyIn, copyOut } from '#scripts/backup/copy.ts'
import { copyTarget, listTables, quoted, resetCounters, type Table } from '#scripts/backup/tables.ts'
import { migrate } from '#scripts/migrate.mjs'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { bareDatabase } from '#tests/support/database-copies.ts'
import { makeFormer, migrationNames } from '#tests/support/model/older-store.ts'
import { order, pay, placements, sell, startSale, stateOf, workUntil } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

const sale = duringTests(startSale)

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  return client
}

/** Everything a store knows, in a database that the former release has made: what that release has no place for stays out. */
async function fillFormer(from: pg.Client, to: pg.Client): Promise<Table[]> {
  const known = new Map((await listTables(from)).map(({ name, columns }) => [name, columns]))
  const tables = (await listTables(to))
    .map(({ name, columns }) => ({ name, columns: columns.filter((column) => known.get(name)?.includes(column)) }))
    .filter(({ columns }) => columns.length > 0)
  await to.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')} CASCADE`)
  for (const table of tables) {
    await copyIn(to, `COPY ${copyTarget(table)} FROM STDIN`, copyOut(from, `COPY ${copyTarget(table)} TO STDOUT`))
  }
  await resetCounters(to, tables)

  return tables
}

/** Every row in those columns, as text. */
async function contents(client: pg.Client, tables: Table[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT ROW(${columns.map(quoted).join(', ')})::text AS "row" FROM ${quoted(name)} ORDER BY 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }

  return found
}

test('a store of the former release with open orders is brought up to date, loses nothing, and ends them', async () => {
  const delivered = await sell(sale, { count: 2 })
  const [paid, unpaid] = [await order(), await order()]
  await pay(sale, paid)
  const url = await bareDatabase()
  await makeFormer(url)
  const [now, former] = [await connected(sale.shop.settings.DATABASE_URL ?? ''), await connected(url)]
  const tables = await fillFormer(now, former)
  const before = await contents(former, tables)
  await now.end()

  const opened = await openDatabase({ settings: { databaseUrl: url, dataDir: '' }, root: '.', say: () => {} })

  expect(opened.applied).toEqual(migrationNames().slice(1))
  expect(before.Line).toHaveLength(3)
  expect(await contents(former, tables)).toEqual(before)
  await former.end()
  await closeProvider()
  await closeDatabase()
  changeSettings({ DATABASE_URL: url })
  await pay(sale, unpaid)
  for (const { itemId } of [paid, unpaid]) await workUntil(itemId, ['DELIVERED'])
  for (const { itemId, itemRef } of [delivered, paid, unpaid]) {
    expect(await stateOf(itemId)).toBe('DELIVERED')
    expect(placements(sale, itemRef)).toHaveLength(1)
  }
  expect(await db().esim.count()).toBe(4)
  expect(await checkInvariants()).toEqual([])
  await opened.close()
})

test('a migration waits half an hour at most, its tries included', async () => {
  const url = await bareDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-migrations-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  fs.mkdirSync(path.join(folder, '20990101000000_a_column'))
  fs.writeFileSync(
    path.join(folder, '20990101000000_a_column/migration.sql'),
    'ALTER TABLE "Sold" ADD COLUMN "more" text',
  )
  const backup = await connected(url)
  await backup.query('CREATE TABLE "Sold" ()')
  await backup.query('BEGIN; LOCK TABLE "Sold" IN ACCESS SHARE MODE')
  // Each look at the clock is ten minutes after the one before, as if the tries themselves took so long.
  const start = Date.now()
  let looks = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + looks++ * 600_000)
  onTestFinished(() => clock.mockRestore())
  const wakeUp = setTimeout(() => void backup.query('COMMIT'), 30_000)

  const migrating = migrate(
    url,
    folder,
    () => {},
    () => true,
  )

  await expect(migrating).rejects.toThrow(/lock timeout/)
  clearTimeout(wakeUp)
  await backup.end()
})

test('a migration that waits for a backup lets the shop read meanwhile, and leaves nothing half done', async () => {
  const url = await bareDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-migrations-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  fs.mkdirSync(path.join(folder, '20990101000000_a_column'))
  const sql = 'CREATE TABLE "Half" (); ALTER TABLE "Sold" ADD COLUMN "more" text'
  fs.writeFileSync(path.join(folder, '20990101000000_a_column/migration.sql'), sql)
  const [backup, shop] = [await connected(url), await connected(url)]
  await backup.query('CREATE TABLE "Sold" ()')
  await backup.query('BEGIN; LOCK TABLE "Sold" IN ACCESS SHARE MODE')
  await shop.query("SET statement_timeout = '8s'")
  const said: string[] = []

  const migrating = migrate(
    url,
    folder,
    (text: string) => said.push(text),
    () => true,
  )
  await expect
    .poll(() => shop.query(`SELECT FROM pg_locks WHERE NOT granted`).then(({ rowCount }) => rowCount))
    .toBeGreaterThan(0)
  await shop.query('SELECT count(*) FROM "Sold"')

  await expect.poll(() => said.join()).toContain('waits: a backup')
  expect((await shop.query(`SELECT to_regclass('"Half"') AS "half"`)).rows).toEqual([{ half: null }])
  await backup.query('COMMIT')
  expect(await migrating).toEqual(['20990101000000_a_column'])
  expect((await shop.query('SELECT migration_name FROM _prisma_migrations')).rows).toHaveLength(1)
  await Promise.all([backup.end(), shop.end()])
})

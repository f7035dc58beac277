import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { migrate } from '../migrate.mjs'
import { withClient } from '../postgres/with-client.mjs'
import { levelOf, RELEASE } from '../release.mjs'
import { isBelowFloor } from '../schema-state.mjs'
import { copyIn } from './copy.ts'
import { BackupError, type Head } from './file-form.ts'
import { type Checked, checkBackup, type Part, readParts } from './read-backup.ts'
import { copyTarget, listMigrations, listTables, listUsedTables, quoted, resetCounters } from './tables.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations')

const START_RECOVERY = `
  INSERT INTO "Setting" ("key", "value", "updatedBy", "updatedAt")
  VALUES ('recovery', jsonb_build_object('reason', 'restored', 'since', $1::text, 'lostSince', $2::text), 'restore', now())
  ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedBy" = excluded."updatedBy", "updatedAt" = now()`

/** Whoever held these rows is not there any more: nobody waits for the end of a lease. */
const FREE_QUEUES = ['Line', 'Payment', 'Refund', 'CancelAttempt', 'Outbox'].map(
  (table) => `
  UPDATE "${table}" SET "epoch" = "epoch" + 1, "leaseOwner" = NULL, "leaseUntil" = NULL, "nextActionAt" = now()
  WHERE "leaseUntil" IS NOT NULL`,
)

/** Numbers that were given away since the backup are not known here: so many are left out, and none is issued twice. */
const SKIP_LOST_INVOICES = `
  INSERT INTO "InvoiceYear" ("year", "last") VALUES (extract(year FROM now() AT TIME ZONE 'UTC')::int, 1000)
  ON CONFLICT ("year") DO UPDATE SET "last" = "InvoiceYear"."last" + excluded."last"`

/** What a restore has done. `later` are the migrations that were applied after the rows had been loaded. */
export type Restored = Checked & { later: string[] }

/**
 * Loads a backup into an empty database and leaves it in recovery mode.
 *
 * The whole file is checked before anything is written; the rows come in one transaction, all of them or none. Throws
 * `BackupError` for a bad file, a database that is in use, and a schema that does not go with the backup.
 */
export async function loadBackup(file: string, url: string, identities: string[] = []): Promise<Restored> {
  const checked = await checkBackup(file, identities)
  await withClient({ connectionString: url, application_name: 'restore' }, async (client) => {
    await requireEmpty(client)
    const isWanted = await requireSchema(client, checked.head)
    await migrate(url, MIGRATIONS, console.warn, isWanted)
    await fill(client, readParts(file, identities), checked)
  })
  const later = await migrate(url, MIGRATIONS).catch((error: Error) => {
    throw new BackupError(`All rows are restored. What this release adds to them is still missing: ${error.message}`)
  })

  return { ...checked, later }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const used = await listUsedTables(client)
  if (used.length === 0) return
  throw new BackupError(`The database is not empty (${used.slice(0, 5).join(', ')}): a backup needs one of its own.`)
}

/**
 * Answers which migrations the backup was made under. Every one must be known here, and the target must not be ahead of
 * them. The steps of the floor's release are known by their levels and their number: their text is not here any more, so
 * nothing can be said about their checksums.
 */
async function requireSchema(client: pg.Client, { release, migrations }: Head): Promise<(name: string) => boolean> {
  const { floor } = RELEASE
  const names = new Set(migrations.map(({ name }) => name))
  if (isBelowFloor([...names], floor)) {
    throw new BackupError(
      `This backup is older than release ${floor.release}: restore it with the release that made it, then upgrade.`,
    )
  }
  const isOfFloor = (name: string) => levelOf(name) <= floor.level
  const isInSteps = migrations.filter(({ name }) => isOfFloor(name)).length === floor.steps
  const unknown = migrations.find(
    ({ name, checksum }) => checksumOf(name) !== checksum && !(isInSteps && isOfFloor(name)),
  )
  if (unknown) {
    throw new BackupError(
      `This release does not have the migration ${unknown.name} as the backup knows it: restore with the release that made it${release ? `, ${release}` : ''}.`,
    )
  }
  const isWanted = (name: string) => isOfFloor(name) || names.has(name)
  const ahead = (await listMigrations(client)).find(({ name }) => !isWanted(name))
  if (ahead) {
    throw new BackupError(
      `The database has the migration ${ahead.name}, which is newer than the backup: use a bare one.`,
    )
  }

  return isWanted
}

function checksumOf(migration: string): string | null {
  const file = path.join(MIGRATIONS, path.basename(migration), 'migration.sql')

  return fs.existsSync(file) ? createHash('sha256').update(fs.readFileSync(file, 'utf8')).digest('hex') : null
}

async function fill(client: pg.Client, parts: AsyncGenerator<Part>, { head, tables }: Checked): Promise<void> {
  await client.query(`SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET statement_timeout = 0`)
  await client.query('BEGIN')
  const known = new Set((await listTables(client)).map(({ name }) => name))
  const foreign = tables.find(({ name }) => !known.has(name))
  if (foreign) throw new BackupError(`The backup has a table ${foreign.name} that this release does not know.`)
  const names = tables.map(({ name }) => quoted(name)).join(', ')
  await client.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`)
  await requireEmpty(client)
  // Cascading: what a backup leaves out may refer to what it holds, and is empty here.
  await client.query(`TRUNCATE ${names} CASCADE`)
  // The month comes before what it books, and would take nothing more of it once it is there.
  await client.query('ALTER TABLE "MonthEntry" DISABLE TRIGGER "MonthEntry_closed"')
  await loadTables(client, parts, tables)
  await client.query('ALTER TABLE "MonthEntry" ENABLE TRIGGER "MonthEntry_closed"')
  for (const free of FREE_QUEUES) await client.query(free)
  await client.query(SKIP_LOST_INVOICES)
  await resetCounters(client, tables)
  await client.query(START_RECOVERY, [new Date().toISOString(), head.madeAt])
  await client.query('COMMIT')
}

async function loadTables(client: pg.Client, parts: AsyncGenerator<Part>, tables: Checked['tables']): Promise<void> {
  for await (const part of { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) }) {
    if (part.kind !== 'table') continue
    const { table } = part
    const taken = await copyIn(client, `COPY ${copyTarget(table)} FROM STDIN`, rowsOf(parts))
    const expected = tables.find(({ name }) => name === table.name)?.rows
    if (taken !== expected) throw new BackupError(`${table.name}: ${taken} rows came in, ${expected} were expected.`)
  }
}

/** The rows up to the end of the table at hand. The rest of the file is left to the next table. */
async function* rowsOf(parts: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await parts.next()
    if (done || value.kind !== 'rows') return
    yield value.chunk
  }
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { withClient } from '../postgres/with-client.mjs'
import { RELEASE } from '../release.mjs'
import { copyOut } from './copy.ts'
import { countRows, END_OF_ROWS, encrypt, lineOf, type MoneyAmount } from './file-form.ts'
import { copyTarget, listMigrations, listTables, type Table } from './tables.ts'

/** A finished backup. */
export type Backup = { file: string; madeAt: string; bytes: number; sha256: string; tables: MoneyAmount[] }

/** Written the same way on every server, whatever its settings are. */
const SESSION = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; SET client_encoding = 'UTF8'`

/**
 * Writes everything the store knows, as it stands at one instant, to `<folder>/landfall-<UTC>.backup`,
 * or `….backup.age` when it is encrypted to `recipients`.
 *
 * Nothing is locked and nobody waits. The file appears under its name when it is whole; only its owner may read it.
 */
export async function writeBackup(url: string, folder: string, recipients: string[] = []): Promise<Backup> {
  return withClient({ connectionString: url, application_name: 'backup' }, async (client) => {
    await client.query(SESSION)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const madeAt = await readTime(client)
    const file = path.join(
      folder,
      `landfall-${madeAt.replace(/[-:]|\.\d+/g, '')}.backup${recipients.length > 0 ? '.age' : ''}`,
    )
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    const tables: MoneyAmount[] = []
    const text = Readable.from(writeText(client, { madeAt, tables }), { objectMode: false })
    const part = `${file}.part`
    const drop = () => rmSync(part, { force: true })
    process.once('exit', drop)
    try {
      const packed = createGzip()
      text.on('error', (error) => packed.destroy(error)).pipe(packed)
      const bytes = recipients.length > 0 ? await encrypt(packed, recipients) : packed
      await pipeline(bytes, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
      await place(part, file)
    } finally {
      drop()
      process.off('exit', drop)
    }

    return { file, madeAt, bytes: (await fs.stat(file)).size, sha256: await hashFile(file), tables }
  })
}

/** What file systems of networks and sticks answer that know no second name of a file. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Gives a whole file its name, which no other one may have. Nobody else writes to that name: its part was made anew. */
async function place(part: string, file: string): Promise<void> {
  try {
    await fs.link(part, file)
  } catch (error) {
    if (!NO_LINKS.includes(String((error as NodeJS.ErrnoException).code))) throw error
    if (await fs.stat(file).catch(() => null)) throw new Error(`${file} is there already.`, { cause: error })
    await fs.rename(part, file)
  }
}

async function* writeText(client: pg.Client, { madeAt, tables }: { madeAt: string; tables: MoneyAmount[] }) {
  const { rows } = await client.query<{ server: string }>(`SELECT current_setting('server_version') AS "server"`)
  const migrations = await listMigrations(client)
  const head = lineOf('landfall-backup', {
    form: 1,
    store: 'landfall',
    release: RELEASE.version,
    madeAt,
    server: rows[0]?.server ?? '',
    migrations,
  })
  yield Buffer.from(head)
  for (const table of await listTables(client)) {
    yield Buffer.from(lineOf('table', table))
    const sum = { name: table.name, rows: 0, sha256: '' }
    yield* writeRows(client, table, sum)
    tables.push(sum)
    yield Buffer.from(END_OF_ROWS)
  }
  yield Buffer.from(lineOf('end', { head: createHash('sha256').update(head).digest('hex'), tables }))
}

async function* writeRows(client: pg.Client, table: Table, sum: MoneyAmount) {
  const hash = createHash('sha256')
  for await (const chunk of copyOut(client, `COPY ${copyTarget(table)} TO STDOUT`) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    sum.rows += countRows(chunk)
    yield chunk
  }
  sum.sha256 = hash.digest('hex')
}

async function readTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('SELECT now() AS "now"')
  if (!rows[0]) throw new Error('The database told no time.')

  return rows[0].now.toISOString()
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)

  return hash.digest('hex')
}

/** Notes when the last backup was made: the store tells its owners when none follows. */
export async function noteBackup(url: string, madeAt: string): Promise<void> {
  return withClient({ connectionString: url, application_name: 'backup' }, async (client) => {
    await client.query(
      `INSERT INTO "Setting" ("key", "value", "updatedBy", "updatedAt") VALUES ('backup.made', to_jsonb($1::text), 'store', $2)
       ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedAt" = excluded."updatedAt"`,
      [madeAt, madeAt],
    )
  })
}

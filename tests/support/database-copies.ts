import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { startSandbox } from '#sandbox/upstream/server.ts'

/** A database of its own for the calling test file: a copy of the migrated template, made in milliseconds. */
export function ownDatabase(): Promise<string> {
  return create('TEMPLATE landfall')
}

/** A database without a single table. */
export function bareDatabase(): Promise<string> {
  return create('TEMPLATE template0')
}

/** A copy of another database, which nobody may be connected to. */
function copyOf(name: string): Promise<string> {
  return create(`TEMPLATE ${name}`)
}

/** The address of a database on the server of this run. */
function databaseCalled(name: string): string {
  return inject('databaseUrl').replace(/\/[^/]+$/, `/${name}`)
}

/** The same, as the server's first role, which may do everything. Nobody stays connected to `landfall`: it is copied. */
export function adminOf(name: string): string {
  return inject('adminUrl').replace(/\/[^/]+$/, `/${name}`)
}

async function create(how: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await askDatabase(databaseCalled('postgres'), `CREATE DATABASE ${name} ${how}`)

  return databaseCalled(name)
}

/** Asks the database at an address, on a connection of its own. */
export async function askDatabase<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const STOCKED = 'landfall_stocked'
const LOCK = 20_261_120

/**
 * A database of its own that already mirrors the sandbox's catalogue. The catalogue is read once in a run, by whoever
 * needs it first: everybody else copies the result.
 */
export async function stockedDatabase(): Promise<string> {
  const admin = new pg.Client({ connectionString: databaseCalled('postgres') })
  await admin.connect()
  try {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [STOCKED])
    if (rowCount === 0) await stock(admin)
  } finally {
    await admin.end()
  }

  return copyOf(STOCKED)
}

/** Under another name until it is complete: a run that dies half-way leaves no half catalogue behind. */
async function stock(admin: pg.Client): Promise<void> {
  const name = `stocking_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name} TEMPLATE landfall`)
  const provider = await startSandbox()
  const settings = {
    DATABASE_URL: databaseCalled(name),
    DATA_KEYS: `test:${randomBytes(32).toString('base64')}`,
    RESELLER_API_URL: provider.url,
    RESELLER_API_PHONE: '10000000000',
    RESELLER_API_PASSWORD: 'demo-Pass1',
    RESELLER_API_SECRET: 'sandbox-secret-0001',
    LOG_LEVEL: 'silent',
  }
  Object.assign(process.env, settings)
  forgetEnvironment()
  await syncCatalog({ trigger: 'test' })
  // The session belongs to this sandbox and this key; the calls belong to nobody.
  await db().$executeRaw`
    UPDATE "UpstreamSession" SET "sealedToken" = NULL, "issuedAt" = NULL, "expiresAt" = NULL, "lastLoginAt" = NULL,
      "nextTryAt" = NULL, "configMark" = NULL, "epoch" = 0`
  await db().$executeRaw`TRUNCATE "CallLog"`
  await closeProvider()
  await closeDatabase()
  await provider.close()
  for (const setting of Object.keys(settings)) delete process.env[setting]
  forgetEnvironment()
  await admin.query(`ALTER DATABASE ${name} RENAME TO ${STOCKED}`)
}

import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { startSandbox } from '#sandbox/upstream/server.ts'
import { copyOf, databaseCalled } from '#tests/support/own-database.ts'

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

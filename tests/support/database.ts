import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#scripts/embedded-postgres.mjs'
import { migrate } from '#scripts/migrate.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    /** The same database as the server's first role, which may do everything. */
    adminUrl: string
  }
}

let stop = async () => {}

/** One server and one migrated database for the whole run; every test file copies it. */
export async function setup(project: TestProject): Promise<void> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-test-'))
  const database = await startEmbeddedPostgres(dir)
  await migrate(database.url, 'prisma/migrations')
  await leaveTablesAlone(database.adminUrl)
  project.provide('databaseUrl', database.url)
  project.provide('adminUrl', database.adminUrl)
  stop = async () => {
    await database.release()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** Nobody cleans up behind a test: it costs a core, and what the planner was told by a test would be counted anew. */
async function leaveTablesAlone(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ALTER SYSTEM SET autovacuum = off')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

export async function teardown(): Promise<void> {
  await stop()
}

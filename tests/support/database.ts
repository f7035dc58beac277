import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
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
  project.provide('databaseUrl', database.url)
  project.provide('adminUrl', database.adminUrl)
  stop = async () => {
    await database.release()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

export async function teardown(): Promise<void> {
  await stop()
}
